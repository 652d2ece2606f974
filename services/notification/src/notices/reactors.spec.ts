import { randomUUID } from 'node:crypto';
import { Boosted, type EventDefinition, type EventOf, LevelChanged, type Owner, ReplyPosted } from '@hearsay/contracts';
import { type AggregateDefinition, type StoredEvent, startOfLog } from '@hearsay/event-store';
import { SealedAuthors } from '@hearsay/service-runtime';
import { KnownAuthors, randomSealKeys } from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import { bellOf, InboxKeys } from '../inbox/inbox-keys.js';
import type { Reading } from '../inbox/reading.js';
import { boostsReactor } from './boosts.reactor.js';
import { contentReactor } from './content.reactor.js';
import { levelsReactor } from './notices.reactor.js';
import type { NotifyBoosts } from './notify-boosts.decider.js';
import type { NotifyReplies } from './notify-replies.decider.js';

const seals = new SealedAuthors(randomSealKeys(), 'notification');
const known = new KnownAuthors();
const keys = new InboxKeys(seals, known.lookup());
const readings: AggregateDefinition<Reading> = {
  name: 'reading',
  events: [],
  load: async () => new Map(),
  evolve: (reading) => reading,
};
const id = (number: number) => `01930000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const [asker, replier, answered] = [id(1), id(2), id(3)];
const named = (accountId: string): Owner => ({ accountId, sealed: null });
const anonymous = (accountId: string) => seals.ownerOf(known.authorIdOf(accountId));

const envelope = {
  logPosition: startOfLog,
  stream: 'fact-1',
  version: 1,
  schemaVersion: 1,
  meta: { occurredAt: '2026-11-20T10:00:00.000Z', actor: null, correlationId: null, causationId: null },
  shard: 0,
};
const stored = <D extends EventDefinition>(event: EventOf<D>): StoredEvent<D> => ({
  eventId: randomUUID(),
  ...envelope,
  ...event,
});
const replyPosted = (owner: Owner, questionOwner: Owner, parentOwner: Owner | null = null, replyId = id(10)) =>
  stored<typeof ReplyPosted>({
    type: ReplyPosted.type,
    data: {
      replyId,
      questionId: id(11),
      textId: id(12),
      owner,
      isAnonymous: owner.sealed !== null,
      questionOwner,
      parentReplyId: parentOwner && id(13),
      parentOwner,
      number: 1,
    },
  });
const notified = async (...events: StoredEvent<typeof ReplyPosted>[]) => {
  const commands = await contentReactor(keys, readings).commandsOfGroup(events);
  return commands.map(({ input }) => input as NotifyReplies);
};
const summaryOf = (inputs: readonly NotifyReplies[]) =>
  inputs.map(({ recipient, kind, facts }) => [
    recipient.personId,
    recipient.side,
    kind,
    facts.filter(({ isShown }) => isShown).length,
  ]);

describe('a reply', () => {
  it('is for the owner of the question and for the author of the parent reply', async () => {
    expect(summaryOf(await notified(replyPosted(named(replier), named(asker), named(answered))))).toEqual([
      [asker, 'named', 'comment', 1],
      [answered, 'named', 'reply', 1],
    ]);
  });

  it('is for one person once, and not for its author, if they are publicly the same', async () => {
    expect(summaryOf(await notified(replyPosted(named(replier), named(asker), named(asker))))).toEqual([
      [asker, 'named', 'comment', 1],
    ]);
    expect(await notified(replyPosted(named(asker), named(asker)))).toEqual([]);
    expect(summaryOf(await notified(replyPosted(named(asker), anonymous(answered), named(asker))))).toEqual([
      [answered, 'sealed', 'comment', 1],
    ]);
  });

  it('leaves equal rows if an anonymous author is the same person, hidden to them', async () => {
    expect(summaryOf(await notified(replyPosted(named(asker), anonymous(asker))))).toEqual([
      [asker, 'sealed', 'comment', 0],
    ]);
    expect(summaryOf(await notified(replyPosted(anonymous(asker), named(asker), anonymous(asker))))).toEqual([
      [asker, 'named', 'comment', 0],
      [asker, 'sealed', 'reply', 0],
    ]);
    expect(summaryOf(await notified(replyPosted(named(replier), anonymous(asker), named(asker))))).toEqual([
      [asker, 'sealed', 'comment', 1],
      [asker, 'named', 'reply', 0],
    ]);
  });

  it('by an anonymous author is unnamed; anonymous askers are sealed recipients', async () => {
    const question = anonymous(asker);
    const [input] = await notified(replyPosted(anonymous(replier), question));
    expect(input?.recipient.owner).toBe(question);
    const { recipient, ...left } = input!;
    expect(JSON.stringify([left, recipient.inbox, recipient.reader])).not.toMatch(new RegExp(`${asker}|${replier}`));
  });

  it('is one command with others for the same person under the same question', async () => {
    const replies = [1, 2, 3].map((number) => replyPosted(named(id(20 + number)), named(asker), null, id(30 + number)));
    const [input, ...more] = await notified(...replies);
    expect(input?.facts.map(({ reply, claim }) => [reply.replyId, claim])).toEqual(
      [31, 32, 33].map((number) => [id(number), `comment:${id(number)}`]),
    );
    expect(more).toEqual([]);
  });
});

describe('an author whose account is erased', () => {
  const notifiedOf = (reply: ReturnType<typeof replyPosted>) => {
    const commands = contentReactor(new InboxKeys(seals, known.lookup()), readings).commandsOfGroup([reply]);
    return Promise.resolve(commands).then((all) => all.map(({ input }) => input as NotifyReplies));
  };

  it('gets no bell, and leaves the same rows as others', async () => {
    const gone = id(70);
    const reply = replyPosted(named(replier), anonymous(gone));
    const [before] = await notifiedOf(reply);
    known.forget(gone);
    const [after] = await notifiedOf(reply);
    expect(before?.recipient).toMatchObject({ personId: gone, isErased: false });
    expect(after?.recipient).toMatchObject({ personId: known.authorIdOf(gone), isErased: true });
    const { inbox, reader, side } = before!.recipient;
    expect(after?.recipient).toMatchObject({ inbox, reader, side });
    expect([bellOf(before!.recipient).length, bellOf(after!.recipient).length]).toEqual([1, 0]);
  });
});

describe('boosts', () => {
  const boosted = (boosterId: string, owner: Owner, contentId: string) =>
    stored<typeof Boosted>({
      type: Boosted.type,
      data: {
        boostId: randomUUID(),
        boosterId,
        contentType: 'question',
        contentId,
        questionId: contentId,
        owner,
        boostCount: 1,
        boostPeak: 1,
        revision: 1,
        hasReachedThreshold: false,
        toggle: 1,
      },
    });

  it('of a content are one command, with the last boost as its cause', async () => {
    const events = [
      boosted(id(50), named(asker), id(60)),
      boosted(id(51), named(asker), id(61)),
      boosted(id(52), named(asker), id(60)),
    ];
    const commands = await boostsReactor(keys, readings).commandsOfGroup(events);
    expect(
      commands.map(({ input, cause }) => [
        (input as NotifyBoosts).contentId,
        (input as NotifyBoosts).facts.length,
        cause,
      ]),
    ).toEqual([
      [id(60), 2, events[2]],
      [id(61), 1, events[1]],
    ]);
  });

  it('of own named content notify no person; of anonymous content they look alike', async () => {
    const own = [boosted(asker, named(asker), id(60)), boosted(asker, anonymous(asker), id(61))];
    const commands = await boostsReactor(keys, readings).commandsOfGroup(own);
    expect(commands.map(({ input }) => input as NotifyBoosts)).toMatchObject([
      { contentId: id(61), facts: [{ boosterId: asker }] },
    ]);
  });
});

describe('a level', () => {
  const change = async (level: number, previousLevel: number) =>
    levelsReactor(keys).commands(
      stored({ type: LevelChanged.type, data: { accountId: asker, level, previousLevel, revision: 1 } }),
    );

  it('is notified when it rises, not when it falls', async () => {
    expect(await change(3, 2)).toMatchObject([
      { input: { recipient: { personId: asker }, level: 3, claim: `level-up:${asker}:3` } },
    ]);
    expect(await change(2, 3)).toEqual([]);
  });
});
