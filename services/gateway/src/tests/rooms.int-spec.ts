import { eventually } from '@hearsay/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { FakeRoom } from './fake-room.suite.js';
import type { GatewayUnderTest } from './gateway-under-test.suite.js';
import { messageEntry } from './views.suite.js';
import { WatchedRoom } from './watched-room.suite.js';

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('rooms at /ws', () => {
  const watched = new WatchedRoom();
  const { open, joined } = watched;
  let gateway: GatewayUnderTest;
  let room: FakeRoom;

  beforeEach(() => {
    ({ gateway, room } = watched);
  });

  describe('a room', () => {
    it('sends entries to all viewers, in the visitor’s form with cards', async () => {
      const { person } = gateway.services.signIn('nora');
      room.say(2);
      const [one, two] = [await joined(), await joined()];
      expect(one.of('joined')[0]).toMatchObject({
        questionId: room.questionId,
        lastNumber: 2,
        discussionCount: 2,
        revision: 0,
      });
      const said = messageEntry(room.questionId, 3, { authorId: person.id, isMine: true });
      room.entries.push(said);
      room.publish([said]);
      for (const client of [one, two]) {
        expect(await client.next('room')).toMatchObject({
          from: 3,
          to: 3,
          discussionCount: 3,
          entries: [{ number: 3, entry: 'message', discussion: { user: { username: 'nora' } } }],
        });
        // No frame has a viewer's own field, so clients keep what they know.
        expect(JSON.stringify(client.frames)).not.toMatch(/isMine|isBoosted|hasReposted/);
      }
    });

    it('passes on no locked word and no sealed author, also of a faulty message', async () => {
      const { person } = gateway.services.signIn('sealed');
      const client = await joined();
      const careless = [
        messageEntry(room.questionId, 1, {
          content: 'locked words',
          isRevealed: false,
          boostThreshold: 3,
          isMine: true,
        }),
        messageEntry(room.questionId, 2, { authorId: person.id, isAnonymous: true }),
      ];
      room.entries.push(...careless);
      room.publish(careless);
      await eventually('both', () => client.numbers().length === 2);
      const text = JSON.stringify(client.frames);
      expect(text).not.toContain('locked words');
      expect(text).not.toContain(person.id);
      expect(text).not.toContain('"sealed"');
    });

    it('of a pending question admits its two people, and all after the approval', async () => {
      const [asker, target, other] = ['asker', 'target', 'other'].map((name) => gateway.services.signIn(name));
      room.seenBy = [asker!.person.id, target!.person.id];
      room.boostCount = 1;
      room.revision = 1;
      const join = async (of: { cookie: string } | undefined) => {
        const client = await open(of ? { cookie: of.cookie } : {});
        client.join(room.questionId);
        return client;
      };
      const [first, second] = [await join(asker), await join(target)];
      for (const client of [first, second])
        expect(await client.next('joined')).toMatchObject({ lastNumber: 0, boostCount: 1 });
      const strangers = [await join(other), await join(undefined)];
      for (const client of strangers)
        expect(await client.next('error')).toMatchObject({ code: 'not_found', questionId: room.questionId });
      room.say(1);
      for (const client of [first, second]) expect((await client.next('room')).entries).toHaveLength(1);
      room.approve();
      await eventually(
        'the two hear of the approval',
        () => first.numbers().length === 2 && second.numbers().length === 2,
      );
      for (const client of strangers) {
        expect(client.of('room')).toEqual([]);
        client.join(room.questionId, 0);
        await eventually('everybody reads it now', () => client.numbers().length === 2);
      }
    });

    it('reads on after a full answer, and splits long news into several frames', async () => {
      room.entriesPerAnswer = 40;
      const many = range(1, 300).map((number) => messageEntry(room.questionId, number, { content: 'ü'.repeat(1000) }));
      room.entries.push(...many);
      const client = await joined(0);
      await eventually('all 300', () => client.numbers().length === 300);
      expect(client.numbers()).toEqual(range(1, 300));
      expect(client.of('room').length).toBeGreaterThan(3);
    });

    it('does not send entries that were removed before', async () => {
      const client = await joined();
      room.say(1, { publish: false });
      const [message] = room.entries;
      room.remove(1);
      room.publish([message!]);
      await eventually('both are told', () => client.numbers().length === 2);
      expect(client.of('room').flatMap(({ entries }) => entries.map(({ entry }) => entry))).toEqual([
        'removed',
        'removed',
      ]);
    });

    it('ends for its viewers when the question is removed', async () => {
      const client = await joined();
      room.vanish();
      expect(await client.next('error')).toMatchObject({ code: 'not_found', questionId: room.questionId });
      client.join(room.questionId);
      await client.next('error', 2);
    });

    it('sends resync to viewers that are more than 500 behind, or ahead', async () => {
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

    it('waits for entries that a client has read and this gateway has not received', async () => {
      const watching = await joined();
      room.say(3, { publish: false });
      const client = await open();
      client.join(room.questionId, 3);
      expect(await client.next('joined')).toMatchObject({ lastNumber: 3 });
      await eventually('the others hear it too', () => watching.numbers().length === 3);
      expect(client.of('resync')).toEqual([]);
    });

    it('finds silently lost entries by its check', async () => {
      const client = await joined();
      room.say(2, { publish: false });
      room.boostCount = 4;
      room.revision = 4;
      await eventually('both', () => client.numbers().length === 2);
      expect(await client.next('counts')).toMatchObject({ boostCount: 4, revision: 4 });
    });

    it('sends nothing more after leave', async () => {
      const [staying, leaving] = [await joined(), await joined()];
      leaving.send({ type: 'leave', data: { questionId: room.questionId } });
      leaving.send({ type: 'ping' });
      await leaving.next('pong');
      room.say(1);
      await staying.next('room');
      expect(leaving.of('room')).toEqual([]);
    });

    it('says not_found if the question is removed while it is watched', async () => {
      const client = await joined();
      new FakeRoom(gateway.services);
      await eventually('the end', () => client.of('error').some(({ code }) => code === 'not_found'));
    });
  });
});
