import { eventually, type LiveClient } from '@hearsay/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { FakeRoom } from './fake-room.suite.js';
import { gatewayForBlock } from './gateway-under-test.suite.js';
import { messageEntry } from './views.suite.js';

describe('a room at /ws', () => {
  const gateway = gatewayForBlock();
  let room: FakeRoom;
  beforeEach(() => {
    room = new FakeRoom(gateway.services);
  });
  const joined = async (after: number | null = null) => (await gateway.socket()).join(room.questionId, after);
  const hears = (client: LiveClient, count: number) =>
    eventually(`${count} entries`, () => client.numbers().length === count);

  it('a room sends all viewers the same entries with cards, as a visitor sees them', async () => {
    const { person } = gateway.fan;
    room.say(2);
    const viewers = [await joined(), await joined()];
    const { questionId } = room;
    expect(viewers[0]!.of('joined')).toMatchObject([{ questionId, lastNumber: 2, discussionCount: 2, revision: 0 }]);
    room.say(1, { authorId: person.id, isMine: true });
    const entries = [{ number: 3, entry: 'message', discussion: { user: { username: person.username } } }];
    for (const client of viewers) {
      expect(await client.next('room')).toMatchObject({ from: 3, to: 3, discussionCount: 3, entries });
      // Frames do not contain the viewer's own fields, so clients keep the values that they have.
      expect(JSON.stringify(client.frames)).not.toMatch(/isMine|isBoosted|hasReposted/);
    }
  });

  it('a room sends no locked words and no sealed author, even from a faulty message', async () => {
    const { person } = gateway.fan;
    const client = await joined();
    room.say(1, { content: 'locked words', isRevealed: false, boostThreshold: 3, isMine: true });
    room.say(1, { authorId: person.id, isAnonymous: true });
    await hears(client, 2);
    const text = JSON.stringify(client.frames);
    for (const secret of ['locked words', person.id, person.username]) expect(text).not.toContain(secret);
  });

  it('a pending question’s room admits asker and target, and everyone once approved', async () => {
    const { services } = gateway;
    const [asker, target, other] = ['asker', 'target', 'other'].map((name) => services.signIn(name));
    room.seenBy = [asker!.person.id, target!.person.id];
    services.boosts.set(room.questionId, 1);
    const join = async (of?: { cookie: string }) => {
      const client = await gateway.socket({ cookie: of?.cookie });
      client.sendJoin(room.questionId);
      return client;
    };
    const both = [await join(asker), await join(target)];
    for (const client of both) expect(await client.next('joined')).toMatchObject({ lastNumber: 0, boostCount: 1 });
    const strangers = [await join(other), await join()];
    const { questionId } = room;
    for (const client of strangers) expect(await client.next('error')).toMatchObject({ code: 'not_found', questionId });
    room.say(1);
    for (const client of both) expect((await client.next('room')).entries).toHaveLength(1);
    room.approve();
    for (const client of both) await hears(client, 2);
    for (const client of strangers) {
      expect(client.of('room')).toEqual([]);
      client.sendJoin(questionId, 0);
      await hears(client, 2);
    }
  });

  it('a room reads many entries by several calls, and sends them in several frames', async () => {
    room.entriesPerAnswer = 40;
    room.say(300, { publish: false, content: 'ü'.repeat(1000) });
    const client = await joined(0);
    await hears(client, 300);
    expect(client.numbers()).toEqual(Array.from({ length: 300 }, (_, index) => index + 1));
    expect(client.of('room').length).toBeGreaterThan(3);
  });

  it('a message that is removed before it is sent is sent only as removed', async () => {
    const client = await joined();
    const message = messageEntry(room.questionId, 1);
    room.add([message], false);
    room.remove(1);
    room.publish([message]);
    await hears(client, 2);
    const kinds = client.of('room').flatMap(({ entries }) => entries.map(({ entry }) => entry));
    expect(kinds).toEqual(['removed', 'removed']);
  });

  it.each([
    ['by a message', () => room.vanish()],
    ['silently', () => void new FakeRoom(gateway.services)],
  ])('a room ends for its viewers when its question is removed %s', async (_how, remove) => {
    const client = await joined();
    const { questionId } = room;
    remove();
    expect(await client.next('error')).toMatchObject({ code: 'not_found', questionId });
    client.sendJoin(questionId);
    await client.next('error', (_data, index) => index === 1);
  });

  it('if a client has seen entries that the gateway lacks, the room reads them first', async () => {
    const watching = await joined();
    room.say(3, { publish: false });
    const client = await joined(3);
    expect(client.of('joined')).toMatchObject([{ lastNumber: 3 }]);
    await hears(watching, 3);
    expect(client.of('resync')).toEqual([]);
  });

  it('the regular check of a room finds counts whose live message was lost', async () => {
    const client = await joined();
    gateway.services.boosts.set(room.questionId, 4);
    expect(await client.next('counts')).toMatchObject({ boostCount: 4, revision: 4 });
  });

  it('a room sends nothing more to a client that has left', async () => {
    const [staying, leaving] = [await joined(), await joined()];
    leaving.send({ type: 'leave', data: { questionId: room.questionId } });
    await leaving.pong();
    room.say(1);
    await staying.next('room');
    expect(leaving.of('room')).toEqual([]);
  });
});
