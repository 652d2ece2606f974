import { createServer, type Server } from 'node:net';
import { contentRpc } from '@hearsay/contracts';
import { freePort } from '@hearsay/infra/servers';
import { eventually } from '@hearsay/testing';
import { afterEach, expect, it } from '@jest/globals';
import { GatewayUnderTest } from './gateway-under-test.suite.js';

let taken: Server | undefined;
afterEach(() => void taken?.close());

it('a gateway that fails to start leaves nothing open', async () => {
  const server = createServer();
  taken = server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const healthPort = await freePort();
  await expect(GatewayUnderTest.start({ PORT: String(port), HEALTH_PORT: String(healthPort) })).rejects.toThrow(
    'EADDRINUSE',
  );
  await expect(fetch(`http://127.0.0.1:${healthPort}/health/live`)).rejects.toThrow();
});

it('a gateway logs that it is ready, and that it is stopping', async () => {
  const gateway = await GatewayUnderTest.start();
  const ready = async () => (await (await gateway.health()).json()) as object;
  expect(await ready()).toEqual({ status: 'ready', missing: [] });
  let answer = () => {};
  let isAsked = false;
  gateway.services.on(contentRpc.locate, async ({ id }) => {
    isAsked = true;
    await new Promise<void>((resolve) => (answer = resolve));
    return { location: { contentType: 'question', id, questionId: id } };
  });
  const asked = gateway.get('/api/content/01890000-0000-7000-8000-000000000001');
  await eventually('the call is under way', () => isAsked);
  const stopped = gateway.stop();
  expect(await ready()).toEqual({ status: 'not ready', missing: ['stopping'] });
  answer();
  expect((await asked).status).toBe(200);
  await stopped;
  await expect(ready()).rejects.toThrow();
});
