import type { EventDefinition, LevelChanged, Owner, ReplyPosted } from '@hearsay/contracts';
import { type StoredEvent, startOfLog } from '@hearsay/event-store';
import { SealedAuthors } from '@hearsay/service-runtime';
import {
  boostPairOf,
  boostToggleFact,
  KnownAuthors,
  levelFact,
  named,
  randomSealKeys,
  replyPosted as replyFact,
  type SourceFact,
} from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import { readStateAggregate } from '../inbox/inbox.aggregates.js';
import { bellMessagesFor, InboxKeys } from '../inbox/inbox-keys.js';
import { boostsReactor } from './boosts.reactor.js';
import { contentReactor } from './content.reactor.js';
import { levelsReactor } from './notices.reactor.js';
import type { NotifyBoosts } from './notify-boosts.decider.js';
import type { NotifyReplies } from './notify-replies.decider.js';

const seals = new SealedAuthors(randomSealKeys(), 'notification');
const known = new KnownAuthors();
const keys = new InboxKeys(seals, known.lookup());
const readings = readStateAggregate(seals);
const id = (number: number) => `01930000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const [asker, replier, answered] = [id(1), id(2), id(3)];
const anonymous = (accountId: string) => seals.ownerOf(known.authorIdOf(accountId));

const stored = <D extends EventDefinition>({ definition, ...fact }: SourceFact): StoredEvent<D> => {
  const envelope = { logPosition: startOfLog, stream: 'fact-1', version: 1, schemaVersion: 1 };
  return { ...envelope, ...fact, type: definition.type } as unknown as StoredEvent<D>;
};
const replyPosted = (owner: Owner, questionOwner: Owner, parentOwner: Owner | null = null) =>
  stored<typeof ReplyPosted>(replyFact(owner, questionOwner, { questionId: id(11), parentOwner }));
const notified = async (...events: StoredEvent<typeof ReplyPosted>[]) => {
  const commands = await contentReactor(new InboxKeys(seals, known.lookup()), readings).commandsOfGroup(events);
  return commands.map(({ input }) => input as NotifyReplies);
};
const summaryOf = async (...events: StoredEvent<typeof ReplyPosted>[]) =>
  (await notified(...events)).map(({ recipient, kind, facts }) => [
    recipient.personId,
    recipient.side,
    kind,
    facts.filter(({ isShown }) => isShown).length,
  ]);

describe('a reply', () => {
  it.each([
    [
      'is for the owner of the question and for the author of the parent reply',
      [named(replier), named(asker), named(answered)],
      [
        [asker, 'named', 'comment', 1],
        [answered, 'named', 'reply', 1],
      ],
    ],
    [
      'is for one person once, if they are publicly the same',
      [named(replier), named(asker), named(asker)],
      [[asker, 'named', 'comment', 1]],
    ],
    ['is not for its author', [named(asker), named(asker)], []],
    [
      'is not for its author as the author of the parent reply',
      [named(asker), anonymous(answered), named(asker)],
      [[answered, 'sealed', 'comment', 1]],
    ],
    [
      'leaves equal rows for the anonymous owner of the question, hidden to them',
      [named(asker), anonymous(asker)],
      [[asker, 'sealed', 'comment', 0]],
    ],
    [
      'leaves equal rows for its own anonymous author, hidden to them',
      [anonymous(asker), named(asker), anonymous(asker)],
      [
        [asker, 'named', 'comment', 0],
        [asker, 'sealed', 'reply', 0],
      ],
    ],
    [
      'is shown once to a person with two names',
      [named(replier), anonymous(asker), named(asker)],
      [
        [asker, 'sealed', 'comment', 1],
        [asker, 'named', 'reply', 0],
      ],
    ],
  ])('%s', async (_rule, [owner, questionOwner, parentOwner], summary) => {
    expect(await summaryOf(replyPosted(owner!, questionOwner!, parentOwner))).toEqual(summary);
  });

  it('the command contains no account of an anonymous author or an anonymous asker', async () => {
    const question = anonymous(asker);
    const [input] = await notified(replyPosted(anonymous(replier), question));
    expect(input?.recipient.owner).toBe(question);
    const { recipient, ...left } = input!;
    expect(JSON.stringify([left, recipient.inbox, recipient.reader])).not.toMatch(new RegExp(`${asker}|${replier}`));
  });

  it('replies to one person under one question make one command', async () => {
    const replies = [1, 2, 3].map((number) => replyPosted(named(id(20 + number)), named(asker)));
    const [input, ...more] = await notified(...replies);
    expect(input?.facts.map(({ reply, claim }) => [reply.replyId, claim])).toEqual(
      replies.map(({ data }) => [data.replyId, `comment:${data.replyId}`]),
    );
    expect(more).toEqual([]);
  });
});

it('an author whose account is erased gets no bell, but rows as before the erasure', async () => {
  const gone = id(70);
  const reply = replyPosted(named(replier), anonymous(gone));
  const [before] = await notified(reply);
  known.forget(gone);
  const [after] = await notified(reply);
  expect(before?.recipient).toMatchObject({ personId: gone, isErased: false });
  const { inbox, reader, side } = before!.recipient;
  const erased = { personId: known.authorIdOf(gone), isErased: true };
  expect(after?.recipient).toMatchObject({ ...erased, inbox, reader, side });
  expect([bellMessagesFor(before!.recipient).length, bellMessagesFor(after!.recipient).length]).toEqual([1, 0]);
});

describe('boosts', () => {
  const boosted = (boosterId: string, owner: Owner, contentId: string) =>
    stored<never>(boostToggleFact(boostPairOf(boosterId, owner, contentId), 1));

  it('boosts of one content make one command, caused by the last boost', async () => {
    const events = [
      boosted(id(50), named(asker), id(60)),
      boosted(id(51), named(asker), id(61)),
      boosted(id(52), named(asker), id(60)),
    ];
    const commands = await boostsReactor(keys, readings).commandsOfGroup(events);
    const summaries = commands.map(({ input, cause }) => {
      const { contentId, facts } = input as NotifyBoosts;
      return [contentId, facts.length, cause];
    });
    expect(summaries).toEqual([
      [id(60), 2, events[2]],
      [id(61), 1, events[1]],
    ]);
  });

  it('a boost of one’s own content makes a command only if the content is anonymous', async () => {
    const own = [boosted(asker, named(asker), id(60)), boosted(asker, anonymous(asker), id(61))];
    const commands = await boostsReactor(keys, readings).commandsOfGroup(own);
    expect(commands.map(({ input }) => input)).toMatchObject([{ contentId: id(61), facts: [{ boosterId: asker }] }]);
  });
});

it('a level is notified when it rises, and not when it falls', async () => {
  const change = (previousLevel: number, level: number) =>
    levelsReactor(keys).commands(stored<typeof LevelChanged>(levelFact(asker, previousLevel, level, 1)));
  expect(await change(2, 3)).toMatchObject([
    { input: { recipient: { personId: asker }, level: 3, claim: `level-up:${asker}:3` } },
  ]);
  expect(await change(3, 2)).toEqual([]);
});
