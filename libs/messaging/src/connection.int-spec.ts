import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findNats, freePort, loopback, serverEnvironment } from '@hearsay/infra/servers';
import { CuttingProxy, connectTestNats, eventually } from '@hearsay/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type NatsConnection, nkeys } from '@nats-io/nats-core';
import { connectNats, untilSubscribed, watchStatus } from './connection.js';

/** Path of a fixture: a test CA, or its certificate for localhost, valid until 2126. The CA's key no longer exists. */
const fixture = (name: string): string => fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url));

/** A dead connection must be noticed after six seconds. This limit is far above six seconds. */
const tooLateMs = 18_000;

describe('a connection to NATS', () => {
  const ended: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    for (const end of ended.splice(0).reverse()) await end();
  });

  it('a connection uses any available server of its list', async () => {
    const alive = process.env.TEST_NATS_URL ?? '';
    const connection = await connectNats({
      url: `nats://${loopback}:${await freePort()}, ${alive}`,
      name: 'one of two',
    });
    ended.push(() => connection.close());
    expect(connection.getServer()).toBe(new URL(alive).host);
    const other = await connectTestNats();
    ended.push(() => other.close());
    const heard: string[] = [];
    connection.subscribe('connection.test', { callback: (_, message) => void heard.push(message.string()) });
    await connection.flush();
    other.publish('connection.test', 'here');
    await eventually('the message', () => heard.includes('here'));
  });

  it('a connection can move to a server that was away when it was opened', async () => {
    const alive = process.env.TEST_NATS_URL ?? '';
    const latePort = await freePort();
    const early = await CuttingProxy.start(alive);
    ended.push(() => early.stop());
    // The client tries the servers in random order, so only some of the connections meet the absent one.
    const connections = await Promise.all(
      Array.from({ length: 8 }, () =>
        connectNats({ url: `${early.url}, nats://${loopback}:${latePort}`, name: 'late' }),
      ),
    );
    ended.push(...connections.map((connection) => () => connection.close()));
    const late = createServer((socket) => {
      const { hostname, port } = new URL(alive);
      const server = connect(Number(port), hostname);
      for (const [from, to] of [
        [socket, server],
        [server, socket],
      ] as const)
        from.on('error', () => undefined).pipe(to);
    });
    late.listen(latePort, loopback);
    ended.push(() => void late.close());
    await once(late, 'listening');
    early.setAway(true);
    const isConnected = (connection: NatsConnection) =>
      connection.flush().then(
        () => connection.getServer() === `${loopback}:${latePort}`,
        () => false,
      );
    await Promise.all(
      connections.map((connection) => eventually('a reconnect', () => isConnected(connection), tooLateMs)),
    );
  });

  it('`untilSubscribed` waits even if the connection breaks in the meantime', async () => {
    const proxy = await CuttingProxy.start(process.env.TEST_NATS_URL ?? '');
    ended.push(() => proxy.stop());
    const connection = await connectNats({ url: proxy.url, name: 'broken' });
    ended.push(() => connection.close());
    const heard: string[] = [];
    connection.subscribe('connection.break', { callback: (_, message) => void heard.push(message.string()) });
    proxy.swallowAll();
    const subscribed = untilSubscribed(connection);
    proxy.setAway(true);
    proxy.setAway(false);
    await subscribed;
    const other = await connectTestNats();
    ended.push(() => other.close());
    other.publish('connection.break', 'here');
    await eventually('the message', () => heard.includes('here'));
  });

  it('a connection accepts TLS only with a certificate of the given authority', async () => {
    const port = await freePort();
    const binary = await findNats();
    const tls = ['--tls', '--tlscert', fixture('tests-server.pem'), '--tlskey', fixture('tests-server-key.pem')];
    const server: ChildProcess = spawn(binary.path, ['--addr', loopback, '--port', String(port), ...tls], {
      stdio: 'ignore',
      env: serverEnvironment(binary.env),
    });
    ended.push(async () => {
      server.kill('SIGKILL');
      await once(server, 'exit');
    });
    const url = `tls://${loopback}:${port}`;
    const connect = () => connectNats({ url, name: 'by our authority', caFile: fixture('tests-ca.pem') });
    await eventually('the server', async () => {
      const connection = await connect().catch(() => undefined);
      await connection?.close();
      return connection !== undefined;
    });
    await expect(connectNats({ url, name: 'by nobody' })).rejects.toThrow(/certificate/i);
  });

  it('each connection reads the credentials file, and signs the nonce with its seed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hearsay-creds-'));
    ended.push(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'user.creds');
    const write = (jwt: string) => {
      const user = nkeys.createUser();
      const seed = new TextDecoder().decode(user.getSeed());
      const block = (title: string, text: string) => `-----BEGIN ${title}-----\n${text}\n------END ${title}------\n\n`;
      writeFileSync(file, block('NATS USER JWT', jwt) + block('USER NKEY SEED', seed));
      return user;
    };
    const nonce = 'a nonce';
    const connects: { jwt: string; sig: string }[] = [];
    const sockets: Socket[] = [];
    // A fake NATS server that only knows the authentication.
    const server: Server = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined);
      socket.write(
        `INFO ${JSON.stringify({ server_id: 'X', version: '2.10.0', max_payload: 1024, proto: 1, headers: true, nonce, auth_required: true })}\r\n`,
      );
      socket.on('data', (data) => {
        const [, sent] = /^CONNECT (\{.*\})\r\n/m.exec(data.toString()) ?? [];
        if (sent) connects.push(JSON.parse(sent));
        if (data.includes('PING')) socket.write('PONG\r\n');
      });
    }).listen(0, loopback);
    await once(server, 'listening');
    ended.push(() => void server.close());
    const { port } = server.address() as { port: number };

    const first = write('the.first.jwt');
    const connection = await connectNats({
      url: `nats://${loopback}:${port}`,
      name: 'by credentials',
      credentialsFile: file,
    });
    ended.push(() => connection.close());
    const isSigned = (user: typeof first, { sig }: { sig: string }) =>
      user.verify(Buffer.from(nonce), Buffer.from(sig, 'base64url'));
    expect(connects[0]?.jwt).toBe('the.first.jwt');
    expect(isSigned(first, connects[0]!)).toBe(true);

    const second = write('the.second.jwt');
    for (const socket of sockets.splice(0)) socket.destroy();
    await eventually('another connection', () => connects.length > 1);
    expect(connects[1]?.jwt).toBe('the.second.jwt');
    expect(isSigned(second, connects[1]!)).toBe(true);
  });

  it.each([
    ['loses what is sent', 'swallowAll'],
    ['takes nothing any more', 'blockAll'],
  ] as const)('that %s silently is replaced within seconds', async (_name, loss) => {
    const proxy = await CuttingProxy.start(process.env.TEST_NATS_URL ?? '');
    ended.push(() => proxy.stop());
    const connection = await connectNats({ url: proxy.url, name: 'through a proxy' });
    ended.push(() => connection.close());
    const told: string[] = [];
    void watchStatus(connection, {
      disconnect: () => void told.push('break'),
      reconnect: () => void told.push('return'),
    });
    const heard: string[] = [];
    connection.subscribe('dead.connection.test', { callback: (_, message) => void heard.push(message.string()) });
    await connection.flush();

    proxy[loss]();
    // Sends more than the sockets can buffer.
    for (let sent = 0; sent < 64; sent += 1) connection.publish('dead.connection.flood', new Uint8Array(512 * 1024));
    // The time limit uses the same event loop, so that a busy machine delays the limit too.
    const first = await Promise.race([
      eventually('the break', () => told.includes('break')).then(() => 'noticed'),
      new Promise((resolve) => setTimeout(resolve, tooLateMs, 'too late').unref()),
    ]);
    expect(first).toBe('noticed');
    await eventually('the return', () => told.includes('return'));
    connection.publish('dead.connection.test', 'here again');
    await eventually('a message', () => heard.includes('here again'));
  });
});
