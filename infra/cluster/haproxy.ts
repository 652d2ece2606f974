import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProxy } from '../local/servers/binaries.ts';
import { listeningServer } from '../local/servers/listening-server.ts';
import { loopback } from '../local/servers/ports.ts';
import { serverEnvironment } from '../local/servers/processes.ts';

const sample = new URL('haproxy.cfg', import.meta.url);

interface Gateway {
  readonly port: number;
  readonly healthPort: number;
}

/** HAProxy with our sample configuration in front of the gateways. @throws if this machine has and gets no HAProxy */
export const prepareHaproxy = async (folder: string, gateways: readonly Gateway[]) => {
  const found = await findProxy('haproxy');
  if (!found) throw new Error('haproxy was not found. Install it: apt install haproxy, or brew install haproxy.');
  const file = join(folder, 'haproxy.cfg');
  const servers = gateways.map(
    ({ port, healthPort }, index) => `  server gateway-${index + 1} ${loopback}:${port} check port ${healthPort}`,
  );
  return listeningServer({
    role: 'haproxy',
    stopSignal: 'SIGTERM',
    urlOf: (port) => `http://${loopback}:${port}`,
    launch: (port) => {
      const configuration = readFileSync(sample, 'utf8')
        .replace(`bind ${loopback}:8080`, `bind ${loopback}:${port}`)
        .replace(/^ {2}server gateway-1[\s\S]*/m, `${servers.join('\n')}\n`);
      writeFileSync(file, configuration);
      return { command: found.path, args: ['-db', '-f', file], env: serverEnvironment(found.env) };
    },
    answers: async (port) => {
      const answer = await fetch(`http://${loopback}:${port}/api/feed`);
      if (!answer.ok) throw new Error(`HAProxy answers ${answer.status}`);
    },
  });
};
