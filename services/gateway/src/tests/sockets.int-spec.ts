import { liveSubjects } from '@hearsay/contracts';
import { uuidv7 } from '@hearsay/service-runtime';
import { eventually } from '@hearsay/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeRoom } from './fake-room.suite.js';
import { GatewayUnderTest } from './gateway-under-test.suite.js';
import { SocketClient } from './socket-client.suite.js';
import { messageEntry, notificationView } from './views.suite.js';

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('/ws', () => {
  let gateway: GatewayUnderTest;
  let room: FakeRoom;
  const clients: SocketClient[] = [];

  const open = async (opening: Parameters<typeof SocketClient.open>[1] = {}) => {
    const client = await SocketClient.open(gateway.url, opening);
    clients.push(client);
    return client;
  };
  const joined = async (after: number | null = null) => {
    const client = await open();
    client.join(room.questionId, after);
    await client.next('joined');
    return client;
  };

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start({ ROOMS_PER_SOCKET: '3' });
  });
  afterAll(() => gateway.stop());
  beforeEach(() => {
    room = new FakeRoom(gateway.services);
  });
  afterEach(() => {
    for (const client of clients.splice(0)) client.close();
  });

  describe('the upgrade', () => {
    it('lets visitors and the own person in, with the own Origin or none', async () => {
      const { cookie, person } = gateway.services.signIn('nora');
      expect(await SocketClient.refusal(gateway.url)).toBe(101);
      expect(await SocketClient.refusal(gateway.url, { origin: gateway.url })).toBe(101);
      expect(await SocketClient.refusal(gateway.url, { cookie, query: `?userId=${person.id}` })).toBe(101);
    });

    it('refuses a foreign Origin, an id without session and another’s id', async () => {
      const { cookie } = gateway.services.signIn('nora');
      expect(await SocketClient.refusal(gateway.url, { origin: 'https://elsewhere.example' })).toBe(403);
      expect(await SocketClient.refusal(gateway.url, { origin: 'null' })).toBe(403);
      expect(await SocketClient.refusal(gateway.url, { query: `?userId=${uuidv7()}` })).toBe(401);
      expect(await SocketClient.refusal(gateway.url, { cookie, query: `?userId=${uuidv7()}` })).toBe(403);
    });

    it('has no other path', async () => {
      expect(await SocketClient.refusal(`${gateway.url}/elsewhere`)).toBe(404);
    });
  });

  describe('frames', () => {
    it('answers ping', async () => {
      const client = await open();
      client.send({ type: 'ping', data: {} });
      expect(await client.next('pong')).toEqual({ message: '' });
    });

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

    it('says not_found for a question that is not there, and stays open', async () => {
      const client = await open();
      const questionId = uuidv7();
      client.join(questionId);
      expect(await client.next('error')).toMatchObject({ code: 'not_found', questionId });
      client.send({ type: 'ping' });
      await client.next('pong');
    });

    it('says unavailable while content is away', async () => {
      gateway.services.stop('content');
      const client = await open();
      client.join(room.questionId);
      expect(await client.next('error')).toMatchObject({ code: 'unavailable', questionId: room.questionId });
      gateway.services.start('content');
    });

    it('bounds the questions of one socket', async () => {
      const client = await joined();
      for (const _ of range(1, 3)) client.join(uuidv7());
      expect((await client.next('error')).code).toMatch(/rate_limited|not_found/);
      await eventually('a refusal', () => client.of('error').some(({ code }) => code === 'rate_limited'));
    });
  });

  describe('a room', () => {
    it('tells everyone who watches what is said, in the visitor’s form with cards', async () => {
      const { person } = gateway.services.signIn('nora');
      room.say(2);
      const [one, two] = [await joined(), await joined()];
      expect(one.of('joined')[0]).toMatchObject({ questionId: room.questionId, lastNumber: 2, discussionCount: 2, revision: 0 });
      const said = messageEntry(room.questionId, 3, { userId: person.id, isMine: true });
      room.entries.push(said);
      room.publish([said]);
      for (const client of [one, two]) {
        expect(await client.next('room')).toMatchObject({
          from: 3,
          to: 3,
          discussionCount: 3,
          entries: [{ number: 3, entry: 'message', discussion: { user: { username: 'nora' }, isMine: false } }],
        });
      }
    });

    it('lets no locked word and no sealed author through, whatever was published', async () => {
      const { person } = gateway.services.signIn('sealed');
      const client = await joined();
      const careless = [
        messageEntry(room.questionId, 1, { content: 'locked words', isRevealed: false, boostThreshold: 3, isMine: true }),
        messageEntry(room.questionId, 2, { userId: person.id, isAnonymous: true }),
      ];
      room.entries.push(...careless);
      room.publish(careless);
      await eventually('both', () => client.numbers().length === 2);
      const text = JSON.stringify(client.frames);
      expect(text).not.toContain('locked words');
      expect(text).not.toContain(person.id);
      expect(text).not.toContain('"sealed"');
    });

    it('gives a returning client exactly what it missed, from memory and from content', async () => {
      room.say(5);
      const first = await joined(0);
      await eventually('the first five', () => first.numbers().length === 5);
      expect(first.numbers()).toEqual(range(1, 5));
      room.say(4);
      await eventually('the next four', () => first.numbers().length === 9);
      const back = await joined(6);
      await eventually('three', () => back.numbers().length === 3);
      expect(back.numbers()).toEqual([7, 8, 9]);
      expect((await joined(9)).numbers()).toEqual([]);
    });

    it('says resync to whoever is more than 500 behind, or ahead', async () => {
      room.say(600);
      const client = await open();
      client.join(room.questionId, 99);
      expect(await client.next('resync')).toMatchObject({ questionId: room.questionId });
      client.join(room.questionId, 601);
      await client.next('resync', 2);
      client.join(room.questionId, 100);
      await eventually('all 500', () => client.numbers().length === 500);
      expect(client.numbers()).toEqual(range(101, 600));
    });

    it('waits for what a client has read already but this gateway has not heard', async () => {
      const watching = await joined();
      room.say(3, { publish: false });
      const client = await open();
      client.join(room.questionId, 3);
      expect(await client.next('joined')).toMatchObject({ lastNumber: 3 });
      await eventually('the others hear it too', () => watching.numbers().length === 3);
      expect(client.of('resync')).toEqual([]);
    });

    it('fetches a lost number soon, in order and once', async () => {
      const client = await joined();
      room.say(2, { publish: false });
      room.say(1);
      await eventually('three', () => client.numbers().length === 3, 1500);
      room.publish(room.entries);
      room.say(1);
      await eventually('four', () => client.numbers().length === 4);
      expect(client.numbers()).toEqual([1, 2, 3, 4]);
    });

    it('finds what was lost without a trace by its check', async () => {
      const client = await joined();
      room.say(2, { publish: false });
      room.boostCount = 4;
      room.revision = 4;
      await eventually('both', () => client.numbers().length === 2, 6000);
      expect(await client.next('counts')).toMatchObject({ boostCount: 4, revision: 4 });
    });

    it('makes one frame of what comes together', async () => {
      const client = await joined();
      for (const _ of range(1, 50)) room.say(1);
      await eventually('all', () => client.numbers().length === 50);
      expect(client.numbers()).toEqual(range(1, 50));
      expect(client.of('room').length).toBeLessThan(25);
    });

    it('never lets a count fall on one connection', async () => {
      const client = await joined();
      room.boost(5, 5);
      expect(await client.next('counts')).toMatchObject({ boostCount: 5, revision: 5 });
      room.publishCounts(3, 3);
      room.boost(7, 8);
      expect(await client.next('counts', 2)).toMatchObject({ boostCount: 7, revision: 8 });
      client.join(room.questionId);
      expect(await client.next('joined', 2)).toMatchObject({ boostCount: 7, revision: 8 });
      expect(client.of('counts').map(({ revision }) => revision)).toEqual([5, 8]);
    });

    it('reads afresh what was said before a reveal', async () => {
      const watching = await joined();
      const locked = messageEntry(room.questionId, 1, { content: null, isRevealed: false, boostThreshold: 2 });
      room.entries.push(locked);
      room.publish([locked]);
      await watching.next('room');
      room.entries[0] = messageEntry(room.questionId, 1, { content: 'open now', boostThreshold: 2 });
      room.reveal(2);
      await eventually('the reveal', () => watching.numbers().length === 2);
      const back = await joined(0);
      await eventually('both', () => back.numbers().length === 2);
      expect(back.of('room').flatMap(({ entries }) => entries)).toMatchObject([
        { discussion: { content: 'open now', isRevealed: true } },
        { entry: 'revealed', revealCount: 2 },
      ]);
    });

    it('tells nothing more after leave', async () => {
      const [staying, leaving] = [await joined(), await joined()];
      leaving.send({ type: 'leave', data: { questionId: room.questionId } });
      leaving.send({ type: 'ping' });
      await leaving.next('pong');
      room.say(1);
      await staying.next('room');
      expect(leaving.of('room')).toEqual([]);
    });

    it('says not_found when the question goes while it is watched', async () => {
      const client = await joined();
      new FakeRoom(gateway.services);
      await eventually('the end', () => client.of('error').some(({ code }) => code === 'not_found'), 6000);
    });
  });

  describe('people', () => {
    it('rings the bell of the own account only, with the actor’s card', async () => {
      const { cookie, person } = gateway.services.signIn('nora');
      const [own, visitor] = [await open({ cookie }), await open()];
      own.send({ type: 'ping' });
      await own.next('pong');
      const notification = notificationView({ actorId: person.id });
      gateway.services.live(liveSubjects.bell(person.id), { accountId: person.id, notification, unread: 3 });
      expect(await own.next('notification')).toMatchObject({
        message: notification.message,
        unread: 3,
        notification: { id: notification.id, actor: { username: 'nora' } },
      });
      expect(visitor.of('notification')).toEqual([]);
    });

    it('says signed-out to the sockets of an ended session and closes them, and no others', async () => {
      const ended = gateway.services.signIn('nora');
      const other = gateway.services.signIn('max');
      const [gone, staying] = [await open({ cookie: ended.cookie }), await open({ cookie: other.cookie })];
      gateway.services.endSession(ended.tokenHash);
      await gone.next('signed-out');
      await eventually('the close', () => gone.closeCode === 4401);
      staying.send({ type: 'ping' });
      await staying.next('pong');
    });
  });

  it('sends everyone elsewhere when it stops', async () => {
    const other = await GatewayUnderTest.start();
    const client = await SocketClient.open(other.url);
    await other.stop();
    await eventually('the close', () => client.closeCode === 1012);
    expect(client.of('moving')).toEqual([{ message: '' }]);
  });

  it('skips a client that does not read, tells it to resync when it reads again, and keeps the others up to date', async () => {
    const healthy = await joined();
    const stalled = await joined();
    stalled.socket.pause();
    const words = 'x'.repeat(5000);
    const sayMuch = () => {
      const many = range(room.lastNumber + 1, room.lastNumber + 100).map((number) =>
        messageEntry(room.questionId, number, { content: words }),
      );
      room.entries.push(...many);
      room.publish(many);
    };
    for (const round of range(1, 40)) {
      sayMuch();
      await eventually('the round', () => healthy.numbers().length === round * 100);
    }
    expect(healthy.numbers()).toEqual(range(1, 4000));
    stalled.socket.resume();
    await stalled.next('resync');
    stalled.join(room.questionId, 4000);
    await stalled.next('joined', 2);
    room.say(1);
    await eventually('the last one', () => stalled.numbers().at(-1) === 4001);
  });
});
