import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { allNatsServers, type Binary } from './servers/binaries.ts';
import { waitUntil } from './servers/processes.ts';
import { startServers } from './servers/start-servers.ts';
import { Supervisor } from './servers/supervisor.ts';

const limitMs = 60_000;
const message = new Uint8Array(100_000);
const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

const smallDisk = (): string | undefined => {
  const disk = mkdtempSync(join(tmpdir(), 'hearsay-disk-'));
  cleanUp.push(() => rmSync(disk, { recursive: true }));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', disk], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  cleanUp.push(() => execFileSync('umount', [disk]));
  return disk;
};

const supervise = async (disk: string, natsBinary: Binary) => {
  const lines: string[] = [];
  const supervisor = await Supervisor.in(disk, {
    health: { everyMs: 50, failuresAllowed: 2 },
    log: (line) => lines.push(line),
  });
  cleanUp.push(() => supervisor.stopAll());
  const { natsUrl, stop } = await startServers({ dataDir: join(disk, 'data'), only: ['nats'], natsBinary, supervisor });
  cleanUp.push(stop);
  const connection = await connect({ servers: natsUrl, maxReconnectAttempts: -1, reconnectTimeWait: 50 });
  cleanUp.push(() => connection.close());
  await (await jetstreamManager(connection)).streams.add({ name: 'facts', subjects: ['facts'] });
  const isStored = () =>
    jetstream(connection)
      .publish('facts', message, { timeout: 500 })
      .then(
        () => true,
        () => false,
      );
  return { lines, isStored };
};

const servers = await allNatsServers();

describe('NATS after its disk was full for a while', () => {
  it.each(servers.map((server) => [server.version, server] as const))(
    'NATS %s is restarted after a full disk, and stores messages again',
    async (_, server) => {
      const disk = smallDisk();
      if (!disk) return console.warn('Not tried: only root may mount a small disk.');
      const { lines, isStored } = await supervise(disk, server);
      const filler = join(disk, 'filler');
      writeFileSync(filler, Buffer.alloc(9_000_000));
      expect(await waitUntil(async () => !(await isStored()), limitMs)).toBe(true);
      expect(await waitUntil(() => lines.some((line) => /^nats runs but does not answer/.test(line)), limitMs)).toBe(
        true,
      );
      rmSync(filler);
      expect(await waitUntil(isStored, limitMs)).toBe(true);
    },
  );
});
