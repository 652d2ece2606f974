import { randomBytes, randomUUID } from 'node:crypto';
import { HttpConnection, postOf } from './http-connection.ts';
import { closedLoop, serveLoad } from './serve-load.ts';

let cookie = '';
let targets: Record<'gateway' | 'bare', { url: URL; connections: HttpConnection[] }>;

const target = async (address: string, callers: number) => {
  const url = new URL(address);
  return { url, connections: await Promise.all(Array.from({ length: callers }, () => HttpConnection.open(url))) };
};

const connect = async ({
  gatewayUrl,
  bareUrl,
  callers,
}: {
  gatewayUrl: string;
  bareUrl: string;
  callers: number;
}): Promise<void> => {
  const body = JSON.stringify({
    username: `bench-${randomBytes(6).toString('hex')}`,
    password: randomBytes(12).toString('hex'),
  });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(new URL('/api/auth/register', gatewayUrl), { method: 'POST', headers, body });
  if (!response.ok) throw new Error(`register answers ${response.status}: ${await response.text()}`);
  cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  targets = { gateway: await target(gatewayUrl, callers), bare: await target(bareUrl, callers) };
};

/** Both get the same bytes, session and key included. */
const noOpOf =
  (name: 'gateway' | 'bare') =>
  ({ seconds }: { seconds: number }) => {
    const { url, connections } = targets[name];
    return closedLoop(connections.length, seconds, async (caller) => {
      const request = postOf(url, '/api/bench/no-op', '{}', { cookie, 'idempotency-key': randomUUID() });
      const answer = await connections[caller]?.ask(request);
      if (answer?.status !== 200) throw new Error(`${name} answers ${answer?.status}: ${answer?.body}`);
    });
  };

serveLoad({ connect, gateway: noOpOf('gateway'), bare: noOpOf('bare') });
