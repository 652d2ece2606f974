import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually, LiveClient } from '@hearsay/testing';
import { afterEach, expect, it } from '@jest/globals';
import { testEnvironment } from './gateway-under-test.suite.js';

const ended: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end();
});

interface Line {
  readonly msg: string;
  readonly port?: number;
  readonly healthPort?: number;
}

const startWithFiles = async (files: number, environment: Record<string, string> = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'hearsay-files-'));
  ended.push(() => rmSync(folder, { recursive: true, force: true }));
  const program = [
    '--conditions=@hearsay/source',
    '--import',
    '@oxc-node/core/register',
    fileURLToPath(new URL('../main.ts', import.meta.url)),
  ];
  const child = spawn('/bin/sh', ['-c', `ulimit -n ${files}; exec "$0" "$@"`, process.execPath, ...program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, ...testEnvironment(folder), LOG_LEVEL: 'info', ...environment },
  });
  ended.push(async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  const output: string[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  const whole = () => output.join('').split('\n').slice(0, -1);
  const lines = () => whole().map((line) => JSON.parse(line) as Line);
  const warnings = () => lines().filter(({ msg }) => msg.includes('ulimit -n'));
  let ready: Line | undefined;
  await eventually('the gateway is ready', () => {
    ready = lines().find(({ msg }) => msg === 'gateway is ready');
    return ready !== undefined;
  });
  return {
    warnings,
    url: `http://127.0.0.1:${ready?.port}`,
    healthUrl: `http://127.0.0.1:${ready?.healthPort}/health/ready`,
  };
};

it('a gateway refuses sockets beyond the file limit, and still answers requests', async () => {
  const { warnings, url, healthUrl } = await startWithFiles(256);
  const outcomes: number[] = [];
  const tryOne = async () => {
    const isOpen = await LiveClient.open(url).then(
      () => true,
      () => false,
    );
    outcomes.push(isOpen ? 101 : await LiveClient.statusOf(url));
  };
  for (let group = 0; group < 20; group += 1) await Promise.all(Array.from({ length: 20 }, tryOne));
  const counted = [101, 503].map((status) => outcomes.filter((one) => one === status).length);
  expect(counted).toEqual([144, 256]);
  expect((await fetch(healthUrl)).status).toBe(200);
  expect((await fetch(`${url}/api/nowhere`)).status).toBe(404);
  expect(warnings()).toEqual([]);
});

it('a gateway warns if the file limit is too low for SOCKETS_PER_PROCESS', async () => {
  const { warnings } = await startWithFiles(256, { SOCKETS_PER_PROCESS: '145' });
  expect(warnings()).toEqual([
    expect.objectContaining({ level: 40, variable: 'SOCKETS_PER_PROCESS', files: 256, sockets: 144 }),
  ]);
});
