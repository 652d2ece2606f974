import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { uuidv7 } from '@hearsay/service-runtime';
import { connectTestNats, LiveClient, type SocketOptions, uniqueSubjectPrefix } from '@hearsay/testing';
import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import type { NatsConnection } from '@nats-io/nats-core';
import { GatewayConfig } from '../config.js';
import { type RunningGateway, startGateway } from '../gateway.js';
import { FakeServices, type SignedIn } from './fake-services.suite.js';

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
  readonly text: string;
}

interface Asking {
  readonly cookie?: string | undefined;
  readonly body?: unknown;
  readonly raw?: string | Buffer;
  readonly headers?: Record<string, string> | undefined;
}

type Environment = Readonly<Record<string, string>>;
/** Files of the built web app by name. */
type WebFiles = Readonly<Record<string, string | Buffer>>;

/** The document of the embedded page, which every build contains. */
const embedDocument =
  '<!doctype html><html><head><style>p{}</style><title>Hearsay</title></head><body><main></main><script>1</script></body></html>';

const ofTests: GatewayUnderTest[] = [];
const socketsOfTests: LiveClient[] = [];
afterEach(async () => {
  for (const client of socketsOfTests.splice(0)) client.cut();
  for (const gateway of ofTests.splice(0)) await gateway.stop();
});

export const testEnvironment = (mediaFolder: string, prefix = uniqueSubjectPrefix()) => ({
  NODE_ENV: 'test',
  NATS_URL: process.env.TEST_NATS_URL,
  REDIS_URL: process.env.TEST_REDIS_URL,
  SUBJECT_PREFIX: prefix,
  HEALTH_PORT: '0',
  PORT: '0',
  MEDIA_URL: pathToFileURL(mediaFolder).href,
  KNOWN_BROWSER_SECRET: Buffer.alloc(32, 5).toString('base64'),
});

export class GatewayUnderTest {
  services!: FakeServices;
  gateway!: RunningGateway;
  mediaFolder!: string;
  /** A person who signed in before this test. */
  fan!: SignedIn;
  #connection!: NatsConnection;
  #folder!: string;
  #stopped: Promise<void> | undefined;

  private constructor(
    private readonly environment: Environment,
    private readonly webFiles: WebFiles,
  ) {}

  /** The gateway stops after the test at the latest. */
  static async start(environment: Environment = {}, webFiles: WebFiles = {}): Promise<GatewayUnderTest> {
    const gateway = new GatewayUnderTest(environment, webFiles);
    await gateway.#start();
    ofTests.push(gateway);
    return gateway;
  }

  static forBlock(environment: Environment = {}, webFiles: WebFiles = {}): GatewayUnderTest {
    const gateway = new GatewayUnderTest(environment, webFiles);
    beforeAll(() => gateway.#start());
    afterAll(() => gateway.stop());
    beforeEach(() => {
      gateway.services.calls.length = 0;
      gateway.fan = gateway.services.signIn(`fan-${uuidv7()}`);
    });
    return gateway;
  }

  async #start(): Promise<void> {
    const prefix = this.environment.SUBJECT_PREFIX ?? uniqueSubjectPrefix();
    this.#connection = await connectTestNats(this.environment.NATS_URL);
    this.services = new FakeServices(this.#connection, prefix);
    await this.#connection.flush();
    this.#folder = mkdtempSync(join(tmpdir(), 'hearsay-gateway-'));
    this.mediaFolder = join(this.#folder, 'media');
    mkdirSync(this.mediaFolder);
    const webRoot = join(this.#folder, 'web');
    const files = { 'embed.html': embedDocument, ...this.webFiles };
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(webRoot, name)), { recursive: true });
      writeFileSync(join(webRoot, name), content);
    }
    const config = GatewayConfig.parse({
      ...testEnvironment(this.mediaFolder, prefix),
      LOG_LEVEL: 'silent',
      WEB_ROOT: Object.keys(this.webFiles).length > 0 ? webRoot : '',
      // On a busy machine, a page must not lose its title and meta to a timeout.
      PAGE_WAIT_MS: '60000',
      ...this.environment,
    });
    this.gateway = await startGateway(config).catch(async (error: unknown) => {
      await this.#end();
      throw error;
    });
  }

  get url(): string {
    return `http://127.0.0.1:${this.gateway.port}`;
  }

  health(path = '/health/ready'): Promise<Response> {
    return fetch(`http://127.0.0.1:${this.gateway.healthPort}${path}`);
  }

  /** Resolves once the gateway receives messages that other connections publish. */
  async listens(): Promise<void> {
    // The health check waits for a round trip to NATS, after which NATS knows all earlier subscriptions.
    if (!(await this.health()).ok) throw new Error('The gateway is not ready');
  }

  async metric(name: string): Promise<number> {
    const text = await (await this.health('/metrics')).text();
    return Number(new RegExp(`^${name}(?:{[^}]*})? (\\d+)$`, 'm').exec(text)?.[1]);
  }

  /** The socket closes after the test. */
  async socket(opening?: SocketOptions): Promise<LiveClient> {
    const client = await LiveClient.open(this.url, opening);
    socketsOfTests.push(client);
    return client;
  }

  statusOfSocket(opening?: SocketOptions): Promise<number> {
    return LiveClient.statusOf(this.url, opening);
  }

  get(path: string, cookie?: string): Promise<HttpAnswer> {
    return this.ask('GET', path, { cookie });
  }

  async ask(method: string, path: string, asking: Asking = {}): Promise<HttpAnswer> {
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
    const { status, headers } = response;
    const text = await response.text();
    const isJson = headers.get('content-type')?.includes('json') ?? false;
    return { status, headers, text, body: isJson && text !== '' ? JSON.parse(text) : null };
  }

  stop(): Promise<void> {
    this.#stopped ??= this.gateway.stop().then(() => this.#end());
    return this.#stopped;
  }

  async #end(): Promise<void> {
    await this.#connection.close();
    // A refused upload may still write its last bytes.
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

export const gatewayForBlock = GatewayUnderTest.forBlock;
