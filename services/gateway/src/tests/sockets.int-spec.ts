import { contentRpc, identityRpc, liveSubjects, notificationRpc } from '@hearsay/contracts';
import { uuidv7 } from '@hearsay/service-runtime';
import { eventually } from '@hearsay/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { FakeRoom } from './fake-room.suite.js';
import { GatewayUnderTest } from './gateway-under-test.suite.js';
import { SocketClient } from './socket-client.suite.js';
import { messageEntry, notificationView } from './views.suite.js';
import { WatchedRoom } from './watched-room.suite.js';

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('/ws', () => {
  const watched = new WatchedRoom();
  const { open, joined } = watched;
  let gateway: GatewayUnderTest;
  let room: FakeRoom;

  beforeEach(() => {
    ({ gateway, room } = watched);
  });

  describe('the upgrade', () => {});

  describe('frames', () => {
    it('survives nine malformed frames and closes at the tenth', async () => {
      const client = await open();
      const bad = [
        '{',
        '[]',
        '{"type":"shout"}',
        '{"type":"join","data":{"questionId":"zzz"}}',
        'null',
        '1',
        '""',
        '{}',
        JSON.stringify({ type: 'ping', data: { filler: 'x'.repeat(10_000) } }),
      ];
      for (const frame of bad) client.send(frame);
      expect(await client.next('error', 9)).toMatchObject({ code: 'invalid_input' });
      client.send({ type: 'ping' });
      await client.next('pong');
      client.send('{');
      await eventually('the close', () => client.closeCode === 1008);
    });

    it('says unavailable while content is down', async () => {
      await gateway.services.stop('content');
      const client = await open();
      client.join(room.questionId);
      expect(await client.next('error')).toMatchObject({ code: 'unavailable', questionId: room.questionId });
      await gateway.services.start('content');
    });

    it('bounds the questions per socket', async () => {
      const client = await joined();
      for (const _ of range(1, 3)) client.join(uuidv7());
      expect((await client.next('error')).code).toMatch(/rate_limited|not_found/);
      await eventually('a refusal', () => client.of('error').some(({ code }) => code === 'rate_limited'));
    });
  });

  describe('people', () => {
    it('rings the bell of the own account only, with the actor’s card', async () => {
      const { cookie, person } = gateway.services.signIn('nora');
      const [own, visitor] = [await open({ cookie }), await open()];
      await gateway.listens();
      const notification = notificationView({ actorId: person.id });
      const asked: (string | null)[] = [];
      gateway.services.on(notificationRpc.news, (_, context) => {
        asked.push(context.accountId);
        return { unread: 3, newest: notification };
      });
      gateway.services.on(contentRpc.titles, () => ({
        titles: [{ questionId: notification.questionId, title: 'Who are you?' }],
      }));
      gateway.services.live(liveSubjects.bell(person.id), { accountId: person.id });
      expect(await own.next('notification')).toMatchObject({
        message: 'New reply to your question “Who are you?”',
        unread: 3,
        notification: { id: notification.id, actor: { username: 'nora' }, title: 'Who are you?' },
      });
      expect(visitor.of('notification')).toEqual([]);
      expect(asked).toEqual([person.id]);
    });

    it('rings once for many bells, with the newest, and not for repeats', async () => {
      const { cookie, person } = gateway.services.signIn('olga');
      const own = await open({ cookie });
      await gateway.listens();
      let asked = 0;
      const notification = notificationView({
        count: 1,
        questionId: null,
        contentId: null,
        contentType: null,
        kind: 'level-up',
        level: 2,
      });
      let newest: object | null = notification;
      gateway.services.on(notificationRpc.news, () => {
        asked += 1;
        return { unread: 1, newest };
      });
      const ring = () => gateway.services.live(liveSubjects.bell(person.id), { accountId: person.id });
      for (const _ of range(1, 500)) ring();
      expect(await own.next('notification')).toMatchObject({
        message: 'You reached level 2: Rookie',
        notification: { title: null },
      });
      ring();
      await eventually('another question', () => asked > 1);
      newest = null;
      const before = asked;
      ring();
      await eventually('one more question', () => asked > before);
      newest = { ...notification, count: 2 };
      ring();
      expect(await own.next('notification', 2)).toMatchObject({ notification: { count: 2 } });
      expect(own.of('notification')).toHaveLength(2);
      expect(asked).toBeLessThan(50);
    });

    it('says signed-out only to the sockets of an ended session and closes them', async () => {
      const ended = gateway.services.signIn('nora');
      const other = gateway.services.signIn('max');
      const [gone, staying] = [await open({ cookie: ended.cookie }), await open({ cookie: other.cookie })];
      gateway.services.endSession(ended.tokenHash);
      await gone.next('signed-out');
      await eventually('the close', () => gone.closeCode === 4401);
      staying.send({ type: 'ping' });
      await staying.next('pong');
    });

    it('closes a socket whose session ends while it is being opened', async () => {
      const other = await GatewayUnderTest.start({ SOCKET_HEARTBEAT_SECONDS: '600' });
      const { services } = other;
      const { cookie, person, tokenHash } = services.signIn('nora');
      let session: object | null = { accountId: person.id, isAmbassador: false, isSpotlight: false };
      services.on(identityRpc.session, () => {
        const answer = { session };
        // Identity has read the row, but its end arrives before the answer.
        session = null;
        services.endSession(tokenHash);
        return answer;
      });
      try {
        const client = await SocketClient.open(other.url, { cookie });
        await client.next('signed-out');
        await eventually('the close', () => client.closeCode === 4401);
      } finally {
        await other.stop();
      }
    });
  });

  it('tells all clients to move and closes their sockets when it stops', async () => {
    const other = await GatewayUnderTest.start();
    const client = await SocketClient.open(other.url);
    await other.stop();
    await eventually('the close', () => client.closeCode === 1012);
    expect(client.of('moving')).toEqual([{ message: '' }]);
  });

  it('skips a stalled client, resyncs it later, and keeps the others up to date', async () => {
    // A busy machine is slow to read and to answer pings.
    const other = await GatewayUnderTest.start({ SOCKET_SLOW_SECONDS: '600', SOCKET_HEARTBEAT_SECONDS: '600' });
    const ownRoom = new FakeRoom(other.services);
    const [healthy, stalled] = [await SocketClient.open(other.url), await SocketClient.open(other.url)];
    for (const client of [healthy, stalled]) {
      client.join(ownRoom.questionId);
      await client.next('joined');
    }
    stalled.socket.pause();
    const words = 'x'.repeat(5000);
    const slow = async () =>
      /^hearsay_slow_sockets_total(?:\{[^}]*\})? (\d+)$/m.exec(
        await (await fetch(`http://127.0.0.1:${other.gateway.healthPort}/metrics`)).text(),
      )?.[1];
    const sayMuch = async () => {
      const from = ownRoom.lastNumber;
      const many = range(from + 1, from + 100).map((number) =>
        messageEntry(ownRoom.questionId, number, { content: words }),
      );
      ownRoom.entries.push(...many);
      ownRoom.publish(many);
      await eventually('the round', () => healthy.numbers().at(-1) === from + 100);
    };
    // Repeats until the client is behind the buffers of the network, and once more.
    for (let round = 0; (await slow()) !== '1' && round < 200; round += 1) await sayMuch();
    expect(await slow()).toBe('1');
    await sayMuch();
    expect(healthy.numbers()).toEqual(range(1, ownRoom.lastNumber));
    stalled.socket.resume();
    await stalled.next('resync');
    stalled.join(ownRoom.questionId, ownRoom.lastNumber);
    await stalled.next('joined', 2);
    ownRoom.say(1);
    await eventually('the last one', () => stalled.numbers().at(-1) === ownRoom.lastNumber);
    for (const client of [healthy, stalled]) client.close();
    await other.stop();
  });

  it('holds no more for stalled readers than the limit, and serves the others', async () => {
    const other = await GatewayUnderTest.start({
      SOCKET_MB_PER_PROCESS: '1',
      SOCKET_SLOW_SECONDS: '600',
      SOCKET_HEARTBEAT_SECONDS: '600',
    });
    const ownRoom = new FakeRoom(other.services);
    const sockets = await Promise.all(Array.from({ length: 9 }, () => SocketClient.open(other.url)));
    const [healthy, ...stalled] = sockets;
    for (const socket of sockets) {
      socket.join(ownRoom.questionId);
      await socket.next('joined');
    }
    for (const socket of stalled) socket.socket.pause();
    const metrics = async () => (await fetch(`http://127.0.0.1:${other.gateway.healthPort}/metrics`)).text();
    const figure = (text: string, name: string) =>
      Number(new RegExp(`^${name}(?:{[^}]*})? (\\d+)$`, 'm').exec(text)?.[1]);
    const words = 'x'.repeat(5000);
    let most = 0;
    let slow = 0;
    // Repeats until all clients are behind the buffers of the network.
    for (let round = 1; round <= 200 && slow < stalled.length; round += 1) {
      const many = range(ownRoom.lastNumber + 1, ownRoom.lastNumber + 50).map((number) =>
        messageEntry(ownRoom.questionId, number, { content: words }),
      );
      ownRoom.entries.push(...many);
      ownRoom.publish(many);
      await eventually('the round', () => healthy!.numbers().length === round * 50);
      const text = await metrics();
      most = Math.max(most, figure(text, 'hearsay_socket_unread_bytes'));
      slow = figure(text, 'hearsay_slow_sockets_total');
    }
    expect(slow).toBe(stalled.length);
    expect(most).toBeGreaterThan(0);
    // Each may hold 64 kB and the frames of a round on top.
    expect(most).toBeLessThan(1024 * 1024 + stalled.length * (64 + 300) * 1024);
    for (const socket of sockets) socket.close();
    await other.stop();
  });

  it('stops answering pings of a client that does not read', async () => {
    const client = await open();
    let pongs = 0;
    client.socket.on('pong', () => {
      pongs += 1;
    });
    for (let index = 0; index < 400; index += 1) client.socket.ping();
    client.send({ type: 'ping' });
    await eventually('the refusal of more', () => client.of('error').some(({ code }) => code === 'rate_limited'));
    expect(pongs).toBeLessThanOrEqual(300);
  });
});
