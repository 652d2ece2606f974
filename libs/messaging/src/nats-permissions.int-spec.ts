import { randomUUID } from 'node:crypto';
import {
  type CallerName,
  contentRpc,
  eventStreamName,
  eventSubject,
  identityRpc,
  inboxPrefixOf,
  liveSubjects,
  natsPermissionsOf,
  natsProcessNames,
  nudgeSubject,
  rpcSubject,
  streamCheckSubject,
} from '@hearsay/contracts';
import { allNatsServers, type NatsUser, startServers } from '@hearsay/infra/servers';
import { eventually } from '@hearsay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AckPolicy, DeliverPolicy, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { connectNats, newInbox, watchStatus } from './connection.js';
import { RpcClient } from './rpc-client.js';
import type { RpcServer } from './rpc-server.js';
import { contextOf as context, handler, serve } from './serving.suite.js';

const accountId = randomUUID();
const patiently = { timeout: 60_000 };
const asked: string[] = [];

const accounts = [
  handler(identityRpc.people, async () => {
    asked.push('people');
    return { people: [] };
  }),
  handler(identityRpc.setRole, async ({ username }) => {
    asked.push(`set-role ${username}`);
    return { accountId, hasChanged: true };
  }),
];

const users: NatsUser[] = [
  { name: 'operator', password: 'operator-secret' },
  ...natsProcessNames.map((name) => ({ name, password: `${name}-secret`, permissions: natsPermissionsOf(name) })),
];

const binaries = await allNatsServers();

describe.each(binaries.map((binary) => [binary.version, binary] as const))(
  'on NATS %s with a user for each process',
  (_version, natsBinary) => {
    let servers: Awaited<ReturnType<typeof startServers>>;
    let answering: RpcServer;
    const connections = new Map<string, NatsConnection>();
    const refusals = new Map<string, string[]>();

    const connectAs = async (name: CallerName): Promise<NatsConnection> => {
      const known = connections.get(name);
      if (known) return known;
      const connection = await connectNats({
        url: servers.natsUrl,
        name,
        process: name,
        user: name,
        password: `${name}-secret`,
      });
      connections.set(name, connection);
      refusals.set(name, []);
      void watchStatus(connection, { error: ({ message }) => void refusals.get(name)?.push(message) });
      return connection;
    };
    const clientOf = async (name: CallerName, caller = name) =>
      new RpcClient(await connectAs(name), { prefix: '', caller });
    /** Resolves when the server has refused what `act` did as the user `name`. */
    const isRefused = async (name: CallerName, act: (connection: NatsConnection) => unknown) => {
      const connection = await connectAs(name);
      const before = refusals.get(name)!.length;
      await act(connection);
      await connection.flush();
      await eventually(`a refusal for ${name}`, () => refusals.get(name)!.length > before);
    };
    const mayNotPublish = (name: CallerName, subject: string, body = '{}') =>
      isRefused(name, (connection) => connection.publish(subject, body));

    beforeAll(async () => {
      servers = await startServers({ only: ['nats'], natsBinary, natsUsers: users });
      answering = await serve(await connectAs('identity'), accounts);
      await (await connectAs('identity')).flush();
    });
    afterAll(async () => {
      await answering?.close();
      await Promise.all([...connections.values()].map((connection) => connection.close()));
      await servers?.stop();
    });

    it('NATS refuses unknown users and wrong passwords', async () => {
      const { natsUrl } = servers;
      await expect(connectNats({ url: natsUrl, name: 'stranger' })).rejects.toThrow(/authorization/i);
      await expect(
        connectNats({ url: natsUrl, name: 'content', user: 'content', password: 'identity-secret' }),
      ).rejects.toThrow(/authorization/i);
    });

    it('NATS allows the calls of services and of operators', async () => {
      const [gateway, operator] = [await clientOf('gateway'), await clientOf('operator')];
      expect(await gateway.call(identityRpc.people, { ids: [] }, context())).toEqual({ people: [] });
      const grant = { username: 'maya', role: 'ambassador', isGranted: true } as const;
      expect(await operator.call(identityRpc.setRole, grant, context({ now: '2026-01-01T00:00:00.000Z' }))).toEqual({
        accountId,
        hasChanged: true,
      });
      const withPassword = await connectNats({
        url: servers.natsUrl.replace('//', '//operator:operator-secret@'),
        name: 'by its address',
      });
      await withPassword.close();
      gateway.close();
      operator.close();
    });

    it('only operators can grant roles or set the time of an act', async () => {
      asked.length = 0;
      const gateway = await clientOf('gateway');
      const grant = { username: 'eve', role: 'ambassador', isGranted: true } as const;
      await expect(gateway.call(identityRpc.setRole, grant, context())).rejects.toMatchObject({ code: 'forbidden' });
      await expect(
        gateway.call(identityRpc.people, { ids: [] }, context({ now: '2026-01-01T00:00:00.000Z' })),
      ).rejects.toMatchObject({
        code: 'forbidden',
      });
      gateway.close();
      const call = JSON.stringify([{ id: 1, name: 'set-role', input: grant, context: context() }]);
      for (const name of ['gateway', 'content', 'notification'] as const) {
        await isRefused(name, (connection) =>
          connection.publish(rpcSubject('identity', 'operator'), call, { reply: `${inboxPrefixOf('operator')}.x.1` }),
        );
      }
      // The notification service may not call identity at all. Engagement may not call identity under content's name.
      await mayNotPublish('notification', rpcSubject('identity', 'notification'), call);
      await mayNotPublish('engagement', rpcSubject('identity', 'content'), call);
      await mayNotPublish('engagement', rpcSubject('content', 'gateway'), call);
      expect(asked).toEqual([]);
    });

    it('a service can make only its permitted calls', async () => {
      const engagement = await clientOf('engagement');
      // No process serves content in this test.
      // NATS reports at once that no process answers, but only to permitted callers.
      await expect(engagement.call(contentRpc.contentTargets, { items: [] }, context())).rejects.toMatchObject({
        code: 'unavailable',
      });
      expect(refusals.get('engagement')!.filter((text) => text.includes(rpcSubject('content', 'engagement')))).toEqual(
        [],
      );
      engagement.close();
    });

    it('no user can read or answer other users’ messages', async () => {
      const read = [
        `${inboxPrefixOf('gateway')}.>`,
        '_INBOX.>',
        '>',
        rpcSubject('identity', '*'),
        liveSubjects.bell('*'),
      ];
      for (const subject of read) await isRefused('content', (connection) => connection.subscribe(subject));
      await mayNotPublish('content', liveSubjects.sessions);
      await mayNotPublish('gateway', liveSubjects.room('x'));
      await mayNotPublish('engagement', eventSubject('content'));
    });

    it('events are delivered only to their readers, each in its own inbox', async () => {
      const content = await connectAs('content');
      const manager = await jetstreamManager(content, { checkAPI: false, ...patiently });
      const name = eventStreamName('content');
      await manager.streams.add({ name, subjects: ['evt.content.>'] });
      await manager.streams.info(name);
      await content.request(eventSubject('content'), 'an event', patiently);

      const engagement = await connectAs('engagement');
      const reader = await jetstreamManager(engagement, { checkAPI: false, ...patiently });
      const deliveries: string[] = [];
      const subject = newInbox(engagement);
      engagement.subscribe(subject, { callback: (_, message) => void deliveries.push(message.string()) });
      await reader.consumers.add(name, {
        name: 'one',
        ack_policy: AckPolicy.None,
        deliver_policy: DeliverPolicy.All,
      });
      engagement.publish(`$JS.API.CONSUMER.MSG.NEXT.${name}.one`, '', { reply: subject });
      await eventually('the event', () => deliveries.includes('an event'));
      expect((await reader.consumers.info(name, 'one')).name).toBe('one');
      expect((await reader.streams.getMessage(name, { seq: 1 }))?.string()).toBe('an event');
      await reader.consumers.delete(name, 'one');
      engagement.publish(streamCheckSubject('content'));
      content.publish(nudgeSubject('content'));
      await Promise.all([engagement.flush(), content.flush()]);
      for (const allowed of ['content', 'engagement'] as const) {
        expect(
          refusals.get(allowed)!.filter((text) => /check\.|nudge\.|JS\.API\.(STREAM|CONSUMER)/.test(text)),
        ).toEqual([]);
      }
      await manager.streams.purge(name);
      // A reader cannot delete messages, and a process without read access cannot read the stream's state.
      await mayNotPublish('engagement', `$JS.API.STREAM.PURGE.${name}`);
      await mayNotPublish('engagement', `$JS.API.STREAM.DELETE.${name}`);
      await mayNotPublish('gateway', `$JS.API.STREAM.INFO.${name}`);
      await mayNotPublish('gateway', '$JS.API.STREAM.NAMES');
    });

    it('a service accepts no call from a JetStream consumer', async () => {
      asked.length = 0;
      const content = await connectAs('content');
      const manager = await jetstreamManager(content, { checkAPI: false, ...patiently });
      const name = eventStreamName('content');
      const grant = { username: 'eve', role: 'ambassador', isGranted: true };
      await content.request(
        eventSubject('content'),
        JSON.stringify([{ id: 1, name: 'set-role', input: grant, context: context() }]),
        patiently,
      );
      const seen: string[] = [];
      const operator = await connectAs('operator');
      operator.subscribe(rpcSubject('identity', 'operator'), {
        callback: (_, message) => void seen.push(message.string()),
      });
      await operator.flush();
      await manager.consumers.add(name, {
        durable_name: 'trick',
        deliver_subject: rpcSubject('identity', 'operator'),
        ack_policy: AckPolicy.Explicit,
        deliver_policy: DeliverPolicy.All,
      });
      await eventually('the trick has arrived', () => seen.some((text) => text.includes('set-role')));
      const gateway = await clientOf('gateway');
      await gateway.call(identityRpc.people, { ids: [] }, context());
      expect(asked).toEqual(['people']);
      gateway.close();
    });
  },
);
