import { TestEnvironment } from 'jest-environment-jsdom';

const fromNode = {
  TextEncoder,
  TextDecoder,
  fetch,
  Request,
  Response,
  Headers,
  ReadableStream,
  TransformStream,
  WritableStream,
  structuredClone,
};

/** Adds APIs to jsdom that every current browser has. */
export default class BrowserEnvironment extends TestEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    for (const [name, value] of Object.entries(fromNode)) this.global[name] ??= value;
  }
}
