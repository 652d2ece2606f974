import { hasTestServers, startTestServers, type TestServers, testServerVariables } from './test-servers.ts';

declare global {
  /** The servers that this run of jest has started; undefined when it was given some. */
  var hearsayTestServers: TestServers | undefined;
}

/** jest's globalSetup: the servers of the whole run, unless `npm test` has started them for all runs. */
export default async function setUp(): Promise<void> {
  if (hasTestServers()) return;
  globalThis.hearsayTestServers = await startTestServers();
  Object.assign(process.env, testServerVariables(globalThis.hearsayTestServers));
}
