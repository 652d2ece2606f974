import { contentRpc, identityRpc, liveSubjects, notificationRpc } from '@hearsay/contracts';
import { uuidv7 } from '@hearsay/service-runtime';
import { eventually, type LiveClient } from '@hearsay/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { FakeRoom } from './fake-room.suite.js';
import { GatewayUnderTest, gatewayForBlock } from './gateway-under-test.suite.js';
import { notificationView } from './views.suite.js';

/** Long limits, because a busy machine reads and answers pings late. */
const longLimits = { SOCKET_SLOW_SECONDS: '600', SOCKET_HEARTBEAT_SECONDS: '600' };

describe('a socket', () => {
  const gateway = gatewayForBlock({ ROOMS_PER_SOCKET: '3' });
  let room: FakeRoom;
  beforeEach(() => {
    room = new FakeRoom(gateway.services);
  });

  it('a socket counts frames that are too long as malformed, and closes at the tenth', async () => {
    const client = await gateway.socket();
    for (let count = 0; count < 9; count += 1) client.send({ type: 'ping', data: { filler: 'x'.repeat(10_000) } });
    expect(await client.next('error', (_data, index) => index === 8)).toMatchObject({ code: 'invalid_input' });
    await client.pong();
    client.send('{');
    expect(await client.closed()).toBe(1008);
  });

  it('a socket gets an error frame while content is down', async () => {
    await gateway.services.stop('content');
    const client = await gateway.socket();
    client.sendJoin(room.questionId);
    expect(await client.next('error')).toMatchObject({ code: 'unavailable', questionId: room.questionId });
    await gateway.services.start('content');
  });

  it('a socket can join a limited number of questions', async () => {
    const client = await (await gateway.socket()).join(room.questionId);
    for (let count = 0; count < 3; count += 1) client.sendJoin(uuidv7());
    await eventually('a refusal', () => client.of('error').some(({ code }) => code === 'rate_limited'));
  });

  describe('of a person', () => {
    const ring = () => {
      const { id: accountId } = gateway.fan.person;
      gateway.services.live(liveSubjects.bell(accountId), { accountId });
    };

    it('a socket gets only its person’s bell, with the actor’s card', async () => {
      const { services, fan } = gateway;
      const [own, visitor] = [await gateway.socket({ cookie: fan.cookie }), await gateway.socket()];
      await gateway.listens();
      const notification = notificationView({ actorId: fan.person.id });
      const { questionId } = notification;
      services.on(notificationRpc.news, () => ({ unread: 3, newest: notification }));
      services.on(contentRpc.titles, () => ({ titles: [{ questionId, title: 'Who are you?' }] }));
      ring();
      const actor = { username: fan.person.username };
      expect(await own.next('notification')).toMatchObject({
        message: 'New reply to your question “Who are you?”',
        unread: 3,
        notification: { id: notification.id, actor, title: 'Who are you?' },
      });
      expect(visitor.of('notification')).toEqual([]);
      const askedFor = services.callsOf(notificationRpc.news).map(({ context }) => context.accountId);
      expect(askedFor).toEqual([fan.person.id]);
    });

    it('a socket gets one push for many bells, with the newest notification', async () => {
      const own = await gateway.socket({ cookie: gateway.fan.cookie });
      await gateway.listens();
      const about = { contentType: null, contentId: null, questionId: null };
      const notification = notificationView({ ...about, kind: 'level-up', level: 2 });
      let newest: object | null = notification;
      gateway.services.on(notificationRpc.news, () => ({ unread: 1, newest }));
      const asked = () => gateway.services.callsOf(notificationRpc.news).length;
      const ringAndAsk = async () => {
        const before = asked();
        ring();
        await eventually('another question', () => asked() > before);
      };
      for (let count = 0; count < 500; count += 1) ring();
      expect(await own.next('notification')).toMatchObject({ message: 'You reached level 2: Rookie' });
      await ringAndAsk();
      newest = null;
      await ringAndAsk();
      newest = { ...notification, count: 2 };
      ring();
      expect(await own.next('notification', (_data, index) => index === 1)).toMatchObject({
        notification: { count: 2 },
      });
      expect(own.of('notification')).toHaveLength(2);
      expect(asked()).toBeLessThan(50);
    });

    it('a socket closes when its session ends, and no other socket does', async () => {
      const other = gateway.services.signIn('max');
      const [gone, staying] = [
        await gateway.socket({ cookie: gateway.fan.cookie }),
        await gateway.socket({ cookie: other.cookie }),
      ];
      gateway.services.endSession(gateway.fan.tokenHash);
      await gone.next('signed-out');
      expect(await gone.closed()).toBe(4401);
      await staying.pong();
    });

    it('a socket closes if the session ends while it is being opened', async () => {
      const other = await GatewayUnderTest.start(longLimits);
      const { cookie, person, tokenHash } = other.services.signIn('nora');
      let session: object | null = { accountId: person.id, isAmbassador: false, isSpotlight: false };
      other.services.on(identityRpc.session, () => {
        const answer = { session };
        // Identity has read the session, but the live message about its end arrives before the answer.
        session = null;
        other.services.endSession(tokenHash);
        return answer;
      });
      const client = await other.socket({ cookie });
      await client.next('signed-out');
      expect(await client.closed()).toBe(4401);
    });
  });

  it('a socket gets a `moving` frame and close code 1012 when the gateway stops', async () => {
    const other = await GatewayUnderTest.start();
    const client = await other.socket();
    await other.stop();
    expect(await client.closed()).toBe(1012);
    expect(client.of('moving')).toEqual([{ message: '' }]);
  });

  it.each([
    ['is skipped and told to read again later', 1, {}],
    ['holds no more memory than the limit', 8, { SOCKET_MB_PER_PROCESS: '1' }],
  ])('a stalled socket %s, and others stay up to date (%i)', async (_what, count, environment) => {
    const other = await GatewayUnderTest.start({ ...longLimits, ...environment });
    const full = new FakeRoom(other.services);
    const enter = async () => (await other.socket()).join(full.questionId);
    const healthy = await enter();
    const stalled: LiveClient[] = [];
    for (let index = 0; index < count; index += 1) stalled.push(await enter());
    for (const { socket } of stalled) socket.pause();
    const slow = () => other.metric('hearsay_slow_sockets_total');
    let most = 0;
    const sayMuch = async () => {
      full.say(50, { content: 'x'.repeat(5000) });
      await eventually('the round', () => healthy.numbers().at(-1) === full.lastNumber);
      most = Math.max(most, await other.metric('hearsay_socket_unread_bytes'));
    };
    // Repeats until the network buffers of all stalled clients are full, and one more time after that.
    for (let round = 0; (await slow()) !== count && round < 200; round += 1) await sayMuch();
    expect(await slow()).toBe(count);
    await sayMuch();
    expect(healthy.numbers()).toEqual(full.entries.map(({ number }) => number));
    expect(most).toBeGreaterThan(0);
    // Above the limit, each socket may hold 64 kB and the frames of one round.
    expect(most).toBeLessThan(1024 * 1024 + count * (64 + 300) * 1024);
    const [first] = stalled;
    first!.socket.resume();
    await first!.next('resync');
    await first!.join(full.questionId, full.lastNumber);
    full.say(1);
    await eventually('the last one', () => first!.numbers().at(-1) === full.lastNumber);
  });

  it('a socket that does not read gets no answers to its pings', async () => {
    const client = await gateway.socket();
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
