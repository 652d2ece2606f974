import { randomUUID } from 'node:crypto';
import { QuestionIgnored, QuestionWithheld, ReportFiled, ReportResolved } from '@hearsay/contracts';
import {
  boostPairOf,
  boostToggleFact,
  countedBuffers,
  followed,
  named,
  questionApproved,
  questionAsked,
  removal,
  repostToggleFact,
  roleFact,
  sourceFact,
} from '@hearsay/testing';
import { serviceForBlock } from '@hearsay/testing/service-for-block';
import { describe, expect, it } from '@jest/globals';
import { anonymousOwner, atSecond, keys, replyPosted, seals, startNotification } from '../notification.suite.js';
import { PreferencesQueries } from '../preferences/preferences.sql.js';
import { InboxQueries } from './inbox.queries.js';
import { OverlayQueries } from './overlays.queries.js';

describe('the unread count', () => {
  const test = serviceForBlock(() => startNotification());

  const queriesOn = (pool: typeof test.service.pool) =>
    new InboxQueries(pool, seals, keys, new OverlayQueries(pool, seals), new PreferencesQueries(pool));

  it('the unread count and the list are exact after each act that changes them', async () => {
    const { content, engagement, identity, moderation } = test;
    const newId = () => randomUUID() as string;
    const [person, follower, question, other] = [newId(), newId(), newId(), newId()];
    const [ask, approvedAsk, withheldAsk] = [newId(), newId(), newId()];
    const [boost, hidden] = [boostPairOf(newId(), named(person)), boostPairOf(newId(), anonymousOwner(person))];
    const boosted = (pair: typeof boost, toggle: number) =>
      engagement.publish(boostToggleFact(pair, toggle, atSecond(toggle)));
    const ofPerson = { contentType: 'question', contentId: other, questionId: other, owner: named(person) } as const;
    const reposting = { ...ofPerson, repostId: newId(), reposterId: newId() };
    const reposted = (toggle: number) =>
      engagement.publish(repostToggleFact(reposting, toggle, { at: atSecond(4), isMade: toggle % 2 === 1 }));
    const removeOrRestore = (revision: number) => content.publish(removal({ contentId: question }, revision));
    const toTarget = (questionId: string) => questionAsked(named(newId()), { questionId, targetId: person });
    const atAsk = { at: atSecond(5) };
    const withheld = { questionId: withheldAsk, owner: named(newId()), isAnonymous: false, targetId: person };
    const subject = { contentType: 'question', contentId: other, questionId: other } as const;
    const report = { reportId: newId(), reporterId: newId(), ...subject };
    const texts = { owner: named(newId()), reasonTextId: newId(), previewTextId: null };
    const atReport = { at: atSecond(6) };
    const firstUnread = async () => (await test.inbox(person)).find(({ isRead }) => !isRead)!.id;
    const acts: [unread: number, listed: number, act: () => Promise<unknown>][] = [
      [0, 0, async () => undefined],
      [1, 1, () => boosted(boost, 1)],
      [2, 2, () => boosted(hidden, 1)],
      [1, 1, () => boosted(hidden, 2)],
      [2, 2, () => boosted(hidden, 3)],
      [3, 3, () => test.replied(named(person), { at: atSecond(2), questionId: question })],
      [2, 2, () => removeOrRestore(1)],
      [3, 3, () => removeOrRestore(2)],
      [4, 4, () => engagement.publish(followed(follower, person, 1))],
      [3, 3, () => engagement.publish(followed(follower, person, 2))],
      [4, 4, () => engagement.publish(followed(follower, person, 3))],
      [5, 5, () => reposted(1)],
      [4, 4, () => reposted(2)],
      [5, 5, () => reposted(3)],
      [8, 8, () => content.publish(toTarget(ask), toTarget(approvedAsk), toTarget(withheldAsk))],
      [7, 8, () => content.publish(sourceFact(QuestionIgnored, { questionId: ask, targetId: person }, atAsk))],
      [6, 8, () => content.publish(questionApproved(named(newId()), person, approvedAsk))],
      [5, 7, () => content.publish(sourceFact(QuestionWithheld, withheld, atAsk))],
      [6, 8, () => identity.publish(roleFact(person, true))],
      [7, 9, () => moderation.publish(sourceFact(ReportFiled, { ...report, ...texts }, atReport))],
      [5, 7, () => identity.publish(roleFact(person, false))],
      [7, 9, () => identity.publish(roleFact(person, true))],
      [6, 9, () => moderation.publish(sourceFact(ReportResolved, { ...report, reviewerId: newId() }, atReport))],
      [6, 9, () => test.setPreferences(person, { newReplies: false })],
      [5, 9, () => test.markQuestionRead(person, boost.contentId)],
      [4, 8, async () => test.delete(person, await firstUnread())],
      [0, 8, () => test.markAllRead(person)],
    ];
    for (const [index, [unread, listed, act]] of acts.entries()) {
      await act();
      await test.settled();
      const fresh = await queriesOn(test.service.pool).unread(person);
      expect([index, await test.unread(person), await test.unread(person)]).toEqual([index, fresh, fresh]);
      expect([index, fresh, (await test.inbox(person)).length]).toEqual([index, unread, listed]);
    }
  });

  it('an unchanged count of a full inbox costs no more than that of an empty inbox', async () => {
    const [full, empty] = [randomUUID(), randomUUID()];
    const replies = Array.from({ length: 500 }, () => replyPosted(named(randomUUID()), named(full)));
    for (let from = 0; from < 500; from += 100) await test.content.publish(...replies.slice(from, from + 100));
    await test.settled();
    const counted = countedBuffers(test.service.pool);
    const queries = queriesOn(counted.pool);
    const costOf = async (accountId: string) => {
      await queries.unread(accountId);
      return counted.during(() => queries.unread(accountId));
    };
    expect(await queries.unread(full)).toBe(500);
    expect(await costOf(full)).toBeLessThanOrEqual(2 * (await costOf(empty)));
  });
});
