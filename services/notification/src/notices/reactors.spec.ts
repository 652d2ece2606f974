import { type EventDefinition, type EventOf, LevelChanged, type Owner, ReplyPosted } from '@hearsay/contracts';
import { type Reactor, startOfLog } from '@hearsay/event-store';
import { SealedAuthors } from '@hearsay/service-runtime';
import { randomSealKeys } from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import { contentReactor } from './content.reactor.js';
import { levelsReactor } from './levels.reactor.js';
import type { Notify } from './notify.decider.js';

const authors = new SealedAuthors(randomSealKeys(), 'notification');
const id = (number: number) => `01930000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const [asker, replier, answered] = [id(1), id(2), id(3)];
const named = (accountId: string) => authors.ownerOf(accountId, false);
const anonymous = (accountId: string) => authors.ownerOf(accountId, true);

const envelope = {
  eventId: id(90),
  logPosition: startOfLog,
  stream: 'fact-1',
  version: 1,
  schemaVersion: 1,
  meta: { occurredAt: '2026-11-20T10:00:00.000Z', actor: null, correlationId: null, causationId: null },
  shard: 0,
};
const notificationsBy = async <D extends EventDefinition>(reactor: Reactor<D>, event: EventOf<D>): Promise<Notify[]> =>
  (await reactor.commands({ ...envelope, ...event })).map((command) => command.input as Notify);
const reply = (owner: Owner, questionOwner: Owner, parentOwner: Owner | null = null) =>
  notificationsBy(contentReactor(authors), {
    type: ReplyPosted.type,
    data: {
      replyId: id(10),
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

describe('a reply', () => {
  it('is told to the owner of the question and to the author of the message that was answered', async () => {
    expect(await reply(named(replier), named(asker), named(answered))).toMatchObject([
      {
        accountId: asker,
        kind: 'comment',
        type: 'comment',
        actorId: replier,
        contentType: 'discussion',
        contentId: id(10),
        questionId: id(11),
      },
      { accountId: answered, kind: 'reply', actorId: replier },
    ]);
  });

  it('is told to one person once', async () => {
    expect(await reply(named(replier), named(asker), named(asker))).toHaveLength(1);
    expect(await reply(named(replier), anonymous(asker), named(asker))).toHaveLength(1);
  });

  it('is not told to its author, whether named or not', async () => {
    expect(await reply(named(asker), named(asker))).toEqual([]);
    expect(await reply(anonymous(asker), named(asker), anonymous(asker))).toEqual([]);
    expect(await reply(named(asker), anonymous(asker), named(answered))).toMatchObject([{ accountId: answered }]);
  });

  it('of an anonymous author names nobody', async () => {
    const [notified] = await reply(anonymous(replier), named(asker));
    expect(notified?.actorId).toBeNull();
    expect(JSON.stringify(notified)).not.toContain(replier);
  });

  it('to an anonymous question goes to a sealed recipient', async () => {
    const question = anonymous(asker);
    const [notified] = await reply(named(replier), question);
    expect(notified).toMatchObject({ accountId: asker, recipient: question });
    expect(notified?.claim).not.toContain(asker);
  });
});

describe('a level', () => {
  const change = (level: number, previousLevel: number) =>
    notificationsBy(levelsReactor, { type: LevelChanged.type, data: { accountId: asker, level, previousLevel, revision: 1 } });

  it('is told when it rises, not when it falls', async () => {
    expect(await change(3, 2)).toMatchObject([
      { accountId: asker, kind: 'level-up', type: 'other', level: 3, contentType: null, contentId: null, claim: `level-up:${asker}:3` },
    ]);
    expect(await change(2, 3)).toEqual([]);
  });
});
