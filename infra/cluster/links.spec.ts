import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { eventually } from '@hearsay/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { loopback } from '../local/servers/ports.ts';
import { Links, serverAt } from './links.ts';

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

describe('the links of a cluster', () => {
  let servers: Server[];
  let links: Links;
  let members: Socket[];
  /** The text that each server and each member has received. */
  let got: Record<string, string>;

  const serve = async (name: string): Promise<Server> => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (data) => {
        got[name] = `${got[name] ?? ''}${data}`;
        socket.write(`${name} got ${data}`);
      });
    });
    servers.push(server.listen(0, loopback));
    await once(server, 'listening');
    return server;
  };
  const open = (member: string, port: number): Socket => {
    const socket = connect(port, loopback);
    members.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      got[member] = `${got[member] ?? ''}${data}`;
    });
    return socket;
  };

  beforeEach(() => {
    [servers, members, got, links] = [[], [], {}, new Links()];
  });
  afterEach(async () => {
    for (const member of members) member.destroy();
    await links.close();
    for (const server of servers) server.close();
  });

  it('links connect a process to each server in its variables', async () => {
    const [first, second] = [await serve('nats-1'), await serve('nats-2')];
    for (const [name, server] of [
      ['nats-1', first],
      ['nats-2', second],
    ] as const)
      links.registerServer(
        portOf(server),
        serverAt(name, () => portOf(server)),
      );
    const NATS_URL = `nats://${loopback}:${portOf(first)},nats://${loopback}:${portOf(second)}`;
    const led = await links.variablesOf('content', { NATS_URL, LOG_LEVEL: 'warn' });
    expect(led.LOG_LEVEL).toBe('warn');
    const ports = [...led.NATS_URL!.matchAll(/:(\d+)/g)].map(([, port]) => Number(port));
    expect(ports).not.toContain(portOf(first));
    for (const port of ports) open('content', port).write('hello. ');
    await eventually('both got it', () => got['nats-1'] === 'hello. ' && got['nats-2'] === 'hello. ');
  });

  it('a cut separates members from all others, but not from each other', async () => {
    const server = await serve('nats-1');
    const end = serverAt('nats-1', () => portOf(server));
    const near = open('gateway-2', await links.open('gateway-2', end));
    const far = open('gateway', await links.open('gateway', end));
    await links.cutOff(['gateway-2', 'nats-1'], 'both');
    far.write('two.');
    near.write('one.');
    await eventually('the answer', () => got['gateway-2'] === 'nats-1 got one.');
    await links.cutOff([], 'none');
    await eventually('the other answer', () => got.gateway === 'nats-1 got two.');
    expect(got['nats-1']).toBe('one.two.');
  });

  it('a cut `out` of a server stops its answers, but not the bytes of its clients', async () => {
    const server = await serve('nats-1');
    const member = open(
      'content',
      await links.open(
        'content',
        serverAt('nats-1', () => portOf(server)),
      ),
    );
    // A connection that begins during a cut would wait.
    member.write('one.');
    await eventually('the first answer', () => got.content === 'nats-1 got one.');
    await links.cutOff(['nats-1'], 'out');
    member.write('two.');
    await eventually('the words', () => got['nats-1'] === 'one.two.');
    expect(got.content).toBe('nats-1 got one.');
    await links.cutOff([], 'none');
    await eventually('the second answer', () => got.content === 'nats-1 got one.nats-1 got two.');
  });

  it('after a server has replaced another one, links lead to the new server', async () => {
    const [first, second] = [await serve('postgres-1'), await serve('postgres-2')];
    let primary = { name: 'postgres-1', port: portOf(first) };
    const end = { name: () => primary.name, address: () => ({ host: loopback, port: primary.port }) };
    const port = await links.open('content', end);
    const before = open('content', port);
    before.write('one.');
    await eventually('the first answer', () => got.content === 'postgres-1 got one.');
    await links.cutOff(['postgres-1'], 'both');
    primary = { name: 'postgres-2', port: portOf(second) };
    await links.resetConnectionsTo(end);
    await once(before, 'close');
    open('content', port).write('two.');
    await eventually('the second answer', () => got['postgres-2'] === 'two.');
  });
});
