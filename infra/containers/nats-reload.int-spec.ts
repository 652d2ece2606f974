import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectNats } from '@hearsay/messaging';
import { afterEach, describe, expect, it } from '@jest/globals';
import { findNats } from '../local/servers/binaries.ts';
import { checkJetStreamGreeting } from '../local/servers/nats.ts';
import { freePort, untilAnswered } from '../local/servers/ports.ts';
import { waitUntil } from '../local/servers/processes.ts';
import { makeSecrets } from './run-make-secrets.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const limitMs = 30_000;
const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

describe('an upgrade of the containers that adds a subject', () => {
  it('an upgrade makes NATS allow a new subject without a restart', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hearsay-reload-'));
    cleanUp.push(() => rmSync(folder, { recursive: true, force: true }));
    makeSecrets(folder);
    const file = join(folder, 'nats/nats.conf');
    const port = await freePort();
    /** Writes the container's NATS configuration with other ports and folders. The earlier release lacks `live.*`. */
    const configure = (isEarlier: boolean) => {
      const written = readFileSync(file, 'utf8')
        .replace('http_port: 8222', `listen: "127.0.0.1:${port}"`)
        .replace('/data', join(folder, 'data'));
      writeFileSync(join(folder, 'running.conf'), isEarlier ? written.replaceAll('"live.', '"earlier.') : written);
    };
    configure(true);
    const { path, env } = await findNats();
    const server = spawn(path, ['-c', join(folder, 'running.conf')], {
      env: { ...process.env, ...env },
      stdio: 'ignore',
    });
    cleanUp.push(async () => {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill();
      await ended;
    });

    await untilAnswered(() => checkJetStreamGreeting(port), { what: 'NATS' });
    const ledger = JSON.parse(readFileSync(join(folder, 'ledger/secrets.json'), 'utf8')) as Record<string, string>;
    const url = `nats://127.0.0.1:${port}`;
    const open = (user: string) => connectNats({ url, name: user, user, password: ledger[`nats ${user}`]! });
    const operator = await open('operator');
    cleanUp.push(() => operator.close());
    const content = await open('content');
    cleanUp.push(() => content.close());
    let heard = 0;
    operator.subscribe('live.question.1', {
      callback: () => {
        heard += 1;
      },
    });
    await operator.flush();
    const isHeard = async () => {
      content.publish('live.question.1', 'a reply');
      await content.flush().catch(() => {});
      await operator.flush();
      return heard > 0;
    };
    expect(await isHeard()).toBe(false);

    makeSecrets(folder);
    configure(false);
    const secrets = readFileSync(join(folder, 'nats-reload/secrets.env'), 'utf8').replace('nats://nats:4222', url);
    writeFileSync(join(folder, 'secrets.env'), secrets);
    const output = execFileSync(
      process.execPath,
      [`--env-file=${join(folder, 'secrets.env')}`, 'infra/containers/reload-nats.mjs'],
      {
        cwd: repository,
        encoding: 'utf8',
      },
    );
    expect(output).toContain('NATS server hearsay has read its configuration again.');
    expect(await waitUntil(isHeard, limitMs)).toBe(true);
  });
});
