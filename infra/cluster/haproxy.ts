import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { findProxy } from '../local/servers/binaries.ts';
import { listeningServerSpec } from '../local/servers/listening-server.ts';
import { loopback } from '../local/servers/ports.ts';
import { serverEnvironment, waitUntil } from '../local/servers/processes.ts';

const sample = new URL('haproxy.cfg', import.meta.url);

interface Gateway {
  readonly port: number;
  readonly healthPort: number;
}

const changesWithinMs = 30_000;

/** Sends a command to HAProxy's runtime API. @returns its answer */
const ask = (socketFile: string, command: string): Promise<string> => {
  const socket = connect(socketFile);
  socket.write(`${command}\n`);
  return text(socket);
};

/** The row of a server in `show stat`, whose output is CSV with a header. */
const statisticsOf = async (socketFile: string, server: string): Promise<Record<string, string>> => {
  const [header = '', ...rows] = (await ask(socketFile, 'show stat')).replace(/^# /, '').split('\n');
  const row = rows.find((line) => line.startsWith(`gateways,${server},`))?.split(',') ?? [];
  return Object.fromEntries(header.split(',').map((name, index) => [name, row[index] ?? '']));
};

/** HAProxy with our sample configuration in front of the gateways. @throws if HAProxy is neither found nor installed */
export const prepareHaproxy = async (folder: string, gateways: readonly Gateway[]) => {
  const found = await findProxy('haproxy');
  if (!found) throw new Error('haproxy was not found. Install it: apt install haproxy, or brew install haproxy.');
  const file = join(folder, 'haproxy.cfg');
  const socketFile = join(folder, 'haproxy.sock');
  const nameOf = (gateway: number) => `gateway-${gateway + 1}`;
  const set = async (gateway: number, state: 'drain' | 'ready') => {
    const refusal = await ask(socketFile, `set server gateways/${nameOf(gateway)} state ${state}`);
    if (refusal.trim() !== '') throw new Error(`HAProxy: ${refusal.trim()}`);
  };
  const until = async (gateway: number, what: string, holds: (row: Record<string, string>) => boolean) => {
    const isSo = async () => holds(await statisticsOf(socketFile, nameOf(gateway)));
    if (!(await waitUntil(isSo, changesWithinMs))) throw new Error(`${nameOf(gateway)} ${what}`);
  };
  const servers = gateways.map(
    ({ port, healthPort }, index) => `  server ${nameOf(index)} ${loopback}:${port} check port ${healthPort}`,
  );
  const server = listeningServerSpec({
    role: 'haproxy',
    stopSignal: 'SIGTERM',
    urlOf: (port) => `http://${loopback}:${port}`,
    launch: (port) => {
      const configuration = readFileSync(sample, 'utf8')
        .replace(`bind ${loopback}:8080`, `bind ${loopback}:${port}`)
        .replaceAll('/run/haproxy.sock', socketFile)
        .replace(/^ {2}server gateway-1[\s\S]*/m, `${servers.join('\n')}\n`);
      writeFileSync(file, configuration);
      return { command: found.path, args: ['-db', '-f', file], env: serverEnvironment(found.env) };
    },
    answers: async (port) => {
      const answer = await fetch(`http://${loopback}:${port}/api/feed`);
      if (!answer.ok) throw new Error(`HAProxy answers ${answer.status}`);
    },
  });
  return {
    ...server,
    /** Sends the gateway no new requests. Resolves when it has no sessions besides open sockets (`sockets` counts). */
    drain: async (gateway: number, sockets: () => Promise<number>) => {
      await set(gateway, 'drain');
      const open = await sockets();
      await until(gateway, 'has requests', ({ scur }) => Number(scur) <= open);
    },
    /** Resolves when the gateway gets requests again. */
    admit: async (gateway: number) => {
      await set(gateway, 'ready');
      await until(gateway, 'is not up', ({ status }) => status === 'UP');
    },
  };
};
