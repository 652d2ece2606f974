import { createServer, type Server } from 'node:net';
import { freePort } from '@hearsay/local-servers';
import { eventually } from '@hearsay/testing';
import { afterEach, expect, it } from '@jest/globals';
import { GatewayUnderTest } from './gateway-under-test.suite.js';

let taken: Server | undefined;
afterEach(() => void taken?.close());

it('a gateway that does not start leaves nothing open', async () => {
  const server = createServer();
  taken = server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const healthPort = await freePort();
  await expect(GatewayUnderTest.start({ PORT: String(port), HEALTH_PORT: String(healthPort) })).rejects.toThrow('EADDRINUSE');
  await expect(fetch(`http://127.0.0.1:${healthPort}/health/live`)).rejects.toThrow();
});

it('says that it is ready when it is, and that it is stopping while it does', async () => {
  const gateway = await GatewayUnderTest.start();
  const ready = async () => (await (await fetch(`http://127.0.0.1:${gateway.gateway.healthPort}/health/ready`)).json()) as object;
  expect(await ready()).toEqual({ status: 'ready', missing: [] });
  const stopped = gateway.stop();
  const said: unknown[] = [];
  await eventually('the end', async () => {
    const answer = await ready().catch(() => undefined);
    if (answer) said.push(answer);
    return answer === undefined;
  });
  for (const answer of said) expect(answer).toEqual({ status: 'not ready', missing: ['stopping'] });
  await stopped;
});
