import { randomUUID } from 'node:crypto';
import {
  ContentRemoved,
  ContentRestored,
  Followed,
  notificationRpc,
  type Owner,
  QuestionAsked,
  QuestionIgnored,
  QuestionWithheld,
  ReportFiled,
  ReportResolved,
  RoleGranted,
  RoleRevoked,
  Unfollowed,
} from '@hearsay/contracts';
import { countedBuffers, pairOf, type SourceFact, sourceFact, toggled } from '@hearsay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  anonymous,
  keys,
  type NotificationUnderTest,
  named,
  replyPosted,
  seals,
  second,
  startNotification,
} from '../notification.suite.js';
import { PreferencesQueries } from '../preferences/preferences.sql.js';
import { InboxQueries } from './inbox.queries.js';
import { StandingQueries } from './standing.queries.js';

describe('the unread count', () => {
  let test: NotificationUnderTest;
  beforeAll(async () => {
    test = await startNotification();
  });
  afterAll(() => test.stop());

  const queriesOn = (pool: typeof test.service.service.pool) =>
    new InboxQueries(pool, seals, keys, new StandingQueries(pool, seals), new PreferencesQueries(pool));

  const asked = (targetId: string, questionId: string): SourceFact =>
    sourceFact(
      QuestionAsked,
      {
        questionId,
        titleTextId: randomUUID(),
        descriptionTextId: null,
        owner: named(randomUUID()),
        isAnonymous: false,
        allowAnonymousAnswers: true,
        replyBoostThreshold: 0,
        targetId,
      },
      { at: second(1), routingId: questionId },
    );
  const follow = (followerId: string, followedId: string, toggle: number): SourceFact => {
    const counts = { followerCount: toggle % 2, followingCount: toggle % 2 };
    const data = { followId: randomUUID(), followerId, followedId, toggle, ...counts, suspendedBy: [] };
    const at = { at: second(4), routingId: followedId };
    return toggle % 2 === 1 ? sourceFact(Followed, { ...data, isReturn: false }, at) : sourceFact(Unfollowed, data, at);
  };
  const moved = (
    contentType: 'question' | 'discussion',
    contentId: string,
    questionId: string,
    revision: number,
  ): SourceFact => {
    const owner: Owner = { accountId: null, sealed: null };
    const data = {
      contentType,
      contentId,
      questionId,
      owner,
      isAnonymous: true,
      removalId: randomUUID(),
      revision,
      number: 9,
    };
    const at = { at: second(8), routingId: questionId };
    return revision % 2 === 1
      ? sourceFact(ContentRemoved, { ...data, cause: 'author' }, at)
      : sourceFact(ContentRestored, data, at);
  };

  it('is exact after each act that changes it', async () => {
    const person = randomUUID();
    const [follower, question, other, ask, withheldAsk] = Array.from({ length: 5 }, () => randomUUID()) as [
      string,
      string,
      string,
      string,
      string,
    ];
    const [boost, hidden] = [pairOf(randomUUID(), named(person)), pairOf(randomUUID(), anonymous(person))];
    const reply = replyPosted(named(randomUUID()), named(person), { at: second(2), questionId: question });
    const report = {
      reportId: randomUUID(),
      reporterId: randomUUID(),
      contentType: 'question',
      contentId: other,
      questionId: other,
    } as const;
    const atReport = { at: second(6), routingId: other };
    const role = { accountId: person, role: 'ambassador' } as const;
    const { content, engagement, identity, moderation } = test;
    const setReplies = (newReplies: boolean) =>
      test.service.call(notificationRpc.setPreferences, { newReplies }, person);
    const acts: [number, () => Promise<unknown>][] = [
      [0, async () => undefined],
      [1, () => engagement.publish(toggled(boost, 1, second(1)))],
      [2, () => engagement.publish(toggled(hidden, 1, second(1)))],
      [1, () => engagement.publish(toggled(hidden, 2, second(2)))],
      [2, () => engagement.publish(toggled(hidden, 3, second(3)))],
      [3, () => content.publish(reply)],
      [2, () => content.publish(moved('question', question, question, 1))],
      [3, () => content.publish(moved('question', question, question, 2))],
      [4, () => engagement.publish(follow(follower, person, 1))],
      [3, () => engagement.publish(follow(follower, person, 2))],
      [4, () => engagement.publish(follow(follower, person, 3))],
      [6, () => content.publish(asked(person, ask), asked(person, withheldAsk))],
      [
        5,
        () =>
          content.publish(
            sourceFact(QuestionIgnored, { questionId: ask, targetId: person }, { at: second(5), routingId: ask }),
          ),
      ],
      [
        4,
        () => {
          const data = { questionId: withheldAsk, owner: named(randomUUID()), isAnonymous: false, targetId: person };
          return content.publish(sourceFact(QuestionWithheld, data, { at: second(5), routingId: withheldAsk }));
        },
      ],
      [4, () => identity.publish(sourceFact(RoleGranted, role, { at: second(5), routingId: person }))],
      [
        5,
        () => {
          const texts = { reasonTextId: randomUUID(), previewTextId: null };
          return moderation.publish(
            sourceFact(ReportFiled, { ...report, owner: named(randomUUID()), ...texts }, atReport),
          );
        },
      ],
      [4, () => identity.publish(sourceFact(RoleRevoked, role, { at: second(6), routingId: person }))],
      [5, () => identity.publish(sourceFact(RoleGranted, role, { at: second(7), routingId: person }))],
      [4, () => moderation.publish(sourceFact(ReportResolved, { ...report, reviewerId: randomUUID() }, atReport))],
      [4, () => setReplies(false)],
      [3, () => test.service.call(notificationRpc.markQuestionRead, { questionId: boost.contentId }, person)],
      [
        2,
        async () =>
          test.service.call(
            notificationRpc.deleteNotification,
            { id: (await test.inbox(person)).find(({ isRead }) => !isRead)!.id },
            person,
          ),
      ],
      [0, () => test.service.call(notificationRpc.markAllRead, {}, person)],
    ];
    for (const [index, [unread, act]] of acts.entries()) {
      await act();
      await test.settled();
      const fresh = await queriesOn(test.service.service.pool).unread(person);
      expect([index, await test.unread(person), await test.unread(person)]).toEqual([index, fresh, fresh]);
      expect([index, fresh]).toEqual([index, unread]);
    }
  });

  it('of a full inbox costs as much as that of an empty one without changes', async () => {
    const [full, empty] = [randomUUID(), randomUUID()];
    for (let from = 0; from < 500; from += 100) {
      await test.content.publish(...Array.from({ length: 100 }, () => replyPosted(named(randomUUID()), named(full))));
    }
    await test.settled();
    const counted = countedBuffers(test.service.service.pool);
    const queries = queriesOn(counted.pool);
    const costOf = async (accountId: string) => {
      await queries.unread(accountId);
      return counted.during(() => queries.unread(accountId));
    };
    expect(await queries.unread(full)).toBe(500);
    expect(await costOf(full)).toBeLessThanOrEqual(2 * (await costOf(empty)));
  });
});
