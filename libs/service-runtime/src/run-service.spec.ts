import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { z } from 'zod';
import { createLogger } from './logger.js';
import { connectToNats } from './nats-server.js';
import { runService, runUntilSignal } from './run-service.js';
import type { ServiceConfig, ServiceDefinition } from './service.js';

const methods = ['log', 'info', 'warn', 'error'] as const;
const ofTheProcess = ['warning', 'SIGTERM', 'SIGINT', 'disconnect'] as const;
const lines: [object, string][] = [];
const log = createLogger({ service: 'of-the-test', level: 'silent' });
log.warn = (details: object, text?: string) => void lines.push([details, String(text)]);
log.error = log.warn;

let restore: () => void;
beforeEach(() => {
  lines.length = 0;
  const console_ = methods.map((method) => console[method]);
  const listeners = ofTheProcess.map((event) => process.listeners(event as 'SIGTERM'));
  const { argv, env } = process;
  restore = () => {
    for (const [index, method] of methods.entries()) console[method] = console_[index]!;
    for (const [index, event] of ofTheProcess.entries()) {
      process.removeAllListeners(event);
      for (const listener of listeners[index]!) process.on(event as 'SIGTERM', listener);
    }
    process.argv = argv;
    process.env = env;
    process.exitCode = undefined;
    jest.restoreAllMocks();
  };
});
afterEach(() => restore());

const greeter = createServer((socket) => {
  socket.on('error', () => undefined);
  socket.write('INFO {"server_id":"one","version":"2.10.27","proto":1,"max_payload":1048576,"tls_required":true}\r\n');
});
const urlOfNats = async () => {
  if (!greeter.listening) await once(greeter.listen(0, '127.0.0.1'), 'listening');
  return `tls://127.0.0.1:${(greeter.address() as AddressInfo).port}`;
};
afterAll(() => void greeter.close());

describe('a start that a server refuses', () => {
  it.each([
    [
      'NATS that is away',
      { url: 'nats://127.0.0.1:1', caFile: undefined },
      /^NATS at NATS_URL refuses: [^\n]*\. Check that it runs/,
    ],
    [
      'an authority of NATS that is missing',
      { caFile: '/nowhere/ca.pem' },
      /^NATS at NATS_URL refuses: [^\n]*ca\.pem[^\n]*\. Check NATS_CA\.$/,
    ],
  ])('logs one line: %s', async (_name, access, expected) => {
    const exit = jest.spyOn(process, 'exit').mockImplementation((() => undefined) as never);
    await runUntilSignal(
      log,
      async () => connectToNats({ url: await urlOfNats(), ...access, name: 'of-the-test' }, log) as never,
    );
    expect(exit).toHaveBeenCalledWith(1);
    expect(lines).toEqual([
      [expect.objectContaining({ server: 'NATS', variable: 'NATS_URL' }), expect.stringMatching(expected)],
    ]);
  });

  it('a start logs one line if PostgreSQL refuses the migration', async () => {
    const written: string[] = [];
    jest.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
    process.argv = ['node', 'main.js', 'migrate'];
    process.env = {
      ...process.env,
      OWNER_DATABASE_URL: 'postgres://user:word@127.0.0.1:1/none',
      DATABASE_ROLE: 'none',
    };
    const definition = { name: 'of-the-test', migrations: [] } as unknown as ServiceDefinition<ServiceConfig>;
    await runService(definition, z.any() as z.ZodType<ServiceConfig>);
    expect(process.exitCode).toBe(1);
    expect(written).toEqual([
      expect.stringMatching(
        /^of-the-test: PostgreSQL at OWNER_DATABASE_URL refuses: ECONNREFUSED [^\n]*\. Check that it runs[^\n]*\n$/,
      ),
    ]);
    expect(written[0]).not.toContain('word');
  });
});

it.each([
  [
    'pg',
    () => process.emit('warning', Object.assign(new Error('client.query() is busy'), { name: 'DeprecationWarning' })),
    'DeprecationWarning: client.query() is busy',
  ],
  [
    'BullMQ',
    () => console.warn('IMPORTANT! Eviction policy is %s.\n  It should be "noeviction"', 'allkeys-lru'),
    'IMPORTANT! Eviction policy is allkeys-lru. It should be "noeviction"',
  ],
  [
    'ioredis',
    () => console.error('[ioredis] Unhandled error event:', 'connect ECONNREFUSED'),
    '[ioredis] Unhandled error event: connect ECONNREFUSED',
  ],
])('a warning of %s becomes one line of the log, however often it comes', async (_name, warn, expected) => {
  await runUntilSignal(log, async () => ({ stop: async () => undefined }));
  for (let time = 0; time < 12; time += 1) warn();
  expect(lines).toEqual([[{ isFromPackage: true }, expected]]);
});

describe('a process without its parent', () => {
  const ends = () => {
    const codes: unknown[] = [];
    jest.spyOn(process, 'exit').mockImplementation((code) => void codes.push(code) as never);
    return codes;
  };

  it('a process without its parent stops in order and only once', async () => {
    const codes = ends();
    const stop = jest.fn(async () => undefined);
    await runUntilSignal(log, async () => ({ stop }));
    process.emit('disconnect');
    process.emit('SIGTERM');
    await new Promise((resolve) => setImmediate(resolve));
    expect([stop.mock.calls.length, codes]).toEqual([1, [0]]);
  });

  it('a process without its parent ends at once if it is still starting', async () => {
    const codes = ends();
    const starting = runUntilSignal(log, () => new Promise(() => undefined));
    process.emit('disconnect');
    expect(codes).toEqual([1]);
    void starting;
  });
});
