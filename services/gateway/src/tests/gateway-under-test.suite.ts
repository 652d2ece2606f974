import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { connectTestNats, uniqueSubjectPrefix } from '@hearsay/testing';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import type { NatsConnection } from '@nats-io/nats-core';
import { GatewayConfig } from '../config.js';
import { type RunningGateway, startGateway } from '../gateway.js';
import { FakeServices } from './fake-services.suite.js';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
  readonly text: string;
}

interface Asking {
  readonly cookie?: string;
  readonly body?: unknown;
  readonly raw?: string;
  readonly headers?: Record<string, string>;
}

export class GatewayUnderTest {
  services!: FakeServices;
  gateway!: RunningGateway;
  mediaFolder!: string;
  #connection!: NatsConnection;
  #webFolder = '';

  private constructor(
    private readonly environment: Record<string, string>,
    private readonly webFiles: Record<string, string> = {},
  ) {}

  /** `webFiles`: the built web app, by the names of its files. */
  static async start(
    environment: Record<string, string> = {},
    webFiles?: Record<string, string>,
  ): Promise<GatewayUnderTest> {
    const gateway = new GatewayUnderTest(environment, webFiles);
    await gateway.#start();
    return gateway;
  }

  static forBlock(environment: Record<string, string> = {}): GatewayUnderTest {
    const gateway = new GatewayUnderTest(environment);
    beforeAll(() => gateway.#start());
    afterAll(() => gateway.stop());
    beforeEach(() => {
      gateway.services.calls.length = 0;
    });
    return gateway;
  }

  async #start(): Promise<void> {
    const prefix = uniqueSubjectPrefix();
    this.#connection = await connectTestNats(this.environment.NATS_URL);
    this.services = new FakeServices(this.#connection, prefix);
    await this.#connection.flush();
    this.mediaFolder = mkdtempSync(join(tmpdir(), 'hearsay-media-'));
    const files = Object.entries(this.webFiles);
    if (files.length > 0) this.#webFolder = mkdtempSync(join(tmpdir(), 'hearsay-web-'));
    for (const [name, words] of files) writeFileSync(join(this.#webFolder, name), words);
    const config = GatewayConfig.parse({
      NODE_ENV: 'test',
      NATS_URL: process.env.TEST_NATS_URL,
      REDIS_URL: process.env.TEST_REDIS_URL,
      SUBJECT_PREFIX: prefix,
      LOG_LEVEL: 'silent',
      HEALTH_PORT: '0',
      PORT: '0',
      MEDIA_URL: pathToFileURL(this.mediaFolder).href,
      WEB_ROOT: this.#webFolder,
      // A busy machine must not turn a page into the plain one.
      PAGE_WAIT_MS: '60000',
      KNOWN_BROWSER_SECRET: Buffer.alloc(32, 5).toString('base64'),
      ...this.environment,
    });
    this.gateway = await startGateway(config).catch(async (error: unknown) => {
      await this.#connection.close();
      rmSync(this.mediaFolder, { recursive: true, force: true });
      throw error;
    });
  }

  /** Resolves when messages that are published on other connections reach the gateway. */
  async listens(): Promise<void> {
    // Readiness waits for an answer of NATS behind all that was sent there before.
    const { ok } = await fetch(`http://127.0.0.1:${this.gateway.healthPort}/health/ready`);
    if (!ok) throw new Error('The gateway is not ready');
  }

  get url(): string {
    return `http://127.0.0.1:${this.gateway.port}`;
  }

  async ask(method: string, path: string, asking: Asking = {}): Promise<Answer> {
    const body = asking.raw ?? (asking.body === undefined ? undefined : JSON.stringify(asking.body));
    const response = await fetch(`${this.url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(asking.cookie && { cookie: asking.cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...asking.headers,
      },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text !== '' ? JSON.parse(text) : null,
    };
  }

  async stop(): Promise<void> {
    await this.gateway.stop();
    await this.#connection.close();
    // A refused upload may still write its last bytes.
    rmSync(this.mediaFolder, { recursive: true, force: true, maxRetries: 10 });
    if (this.#webFolder) rmSync(this.#webFolder, { recursive: true });
  }
}

export const aGateway = (environment?: Record<string, string>): GatewayUnderTest =>
  GatewayUnderTest.forBlock(environment);
