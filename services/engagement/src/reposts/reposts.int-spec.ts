import { randomUUID } from 'node:crypto';
import {
  AccountErased,
  AccountHidden,
  AccountShown,
  engagementRpc,
  type LiveCounts,
  liveSubjects,
} from '@hearsay/contracts';
import { subscribeLive } from '@hearsay/messaging';
import { eventually, inGroups, sourceFact } from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import { EngagementUnderTest } from '../tests/engagement-under-test.suite.js';

const engagement = new EngagementUnderTest();
const at = '2026-11-20T10:00:00.000Z';
const anonymous = { accountId: null, sealed: 'sealed.by.some.key' };

describe('a repost', () => {
  it.each(['question', 'discussion', 'podcast'] as const)(
    'of a %s counts once for each person, and is marked for the reposter',
    async (type) => {
      const target = engagement.targetOf(type);
      const [maya, jonas] = [randomUUID(), randomUUID()];
      const first = await engagement.repost(target, maya, 'Hear this');
      expect(first.repostCount).toBe(1);
      expect(await engagement.repost(target, jonas)).toMatchObject({ repostCount: 2 });
      await expect(engagement.repost(target, maya)).rejects.toMatchObject({ code: 'already_reposted' });
      expect(await engagement.countsOf(target, maya)).toMatchObject({
        repostCount: 2,
        hasReposted: true,
        isBoosted: false,
      });
      expect(await engagement.countsOf(target, randomUUID())).toMatchObject({ repostCount: 2, hasReposted: false });
      expect(await engagement.countsOf(target, null)).toMatchObject({ repostCount: 2, hasReposted: false });
      const { reposts } = await engagement.service.call(
        engagementRpc.reposts,
        { repostIds: [first.repostId, randomUUID()] },
        null,
      );
      expect(reposts).toEqual([
        expect.objectContaining({ repostId: first.repostId, reposterId: maya, text: 'Hear this', contentType: type }),
      ]);
    },
  );

  it('is made once by concurrent calls, and a repeated key gets the first result', async () => {
    const target = engagement.targetOf('question');
    const maya = randomUUID();
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => engagement.repost(target, maya)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const jonas = randomUUID();
    const idempotencyKey = randomUUID();
    const first = await engagement.repost(target, jonas, 'Again', { idempotencyKey });
    expect(await engagement.repost(target, jonas, 'Again', { idempotencyKey })).toEqual(first);
    await expect(engagement.repost(target, jonas, 'Other words', { idempotencyKey })).rejects.toMatchObject({
      code: 'key_reused',
    });
    expect(await engagement.countsOf(target, jonas)).toMatchObject({ repostCount: 2 });
  });

  it('is answered to a repeated key after the content was removed', async () => {
    const target = engagement.targetOf('question');
    const maya = randomUUID();
    const key = { idempotencyKey: randomUUID() };
    const first = await engagement.repost(target, maya, 'Hear this', key);
    engagement.forget(target);
    await engagement.content.publish(engagement.removedFact(target, 1));
    await eventually('it is gone', async () => (await engagement.countsOf(target, maya)) === undefined);
    expect(await engagement.repost(target, maya, 'Hear this', key)).toEqual(first);
    await expect(engagement.repost(target, maya, 'Hear this')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('that an ambassador removed is answered to a repeat after the role is gone', async () => {
    const target = engagement.targetOf('question');
    const [maya, amara] = [randomUUID(), randomUUID()];
    const key = { idempotencyKey: randomUUID() };
    await engagement.repost(target, maya);
    const first = await engagement.removeRepost(target, maya, amara, true, key);
    expect(await engagement.removeRepost(target, maya, amara, false, key)).toEqual(first);
  });

  it('is refused to visitors, and for missing content', async () => {
    const target = engagement.targetOf('question');
    await expect(engagement.repost(target, null)).rejects.toMatchObject({ code: 'unauthenticated' });
    engagement.forget(target);
    await expect(engagement.repost(target, randomUUID())).rejects.toMatchObject({ code: 'not_found' });
  });

  it('of anonymous content names only the reposter', async () => {
    const target = engagement.targetOf('question', { owner: anonymous });
    const maya = randomUUID();
    const { repostId } = await engagement.repost(target, maya);
    const { reposts } = await engagement.service.call(engagementRpc.reposts, { repostIds: [repostId] }, randomUUID());
    expect(reposts[0]).toMatchObject({ reposterId: maya });
    expect(JSON.stringify(reposts)).not.toContain(anonymous.sealed);
  });

  it('pushes its counts with those of boosts, in one order of revisions', async () => {
    const target = engagement.targetOf('question');
    const pushed: LiveCounts[] = [];
    const subject = `${engagement.service.prefix}${liveSubjects.counts(target.questionId)}`;
    const subscription = subscribeLive<{ items: LiveCounts[] }>(engagement.service.connection, subject, ({ items }) =>
      pushed.push(...items),
    );
    await engagement.service.connection.flush();
    await engagement.boost(target, randomUUID());
    await engagement.repost(target, randomUUID());
    await engagement.boost(target, randomUUID());
    await eventually(
      'three pushes',
      () => pushed.filter(({ questionId }) => questionId === target.questionId).length === 3,
    );
    subscription.unsubscribe();
    expect(pushed.map(({ revision, boostCount, repostCount }) => [revision, boostCount, repostCount])).toEqual([
      [1, 1, 0],
      [2, 1, 1],
      [3, 2, 1],
    ]);
  });
});

describe('taking a repost back', () => {
  it('is allowed only to its reposter and to ambassadors', async () => {
    const target = engagement.targetOf('question');
    const [maya, jonas, amara] = [randomUUID(), randomUUID(), randomUUID()];
    await engagement.repost(target, maya);
    await engagement.repost(target, jonas);
    await expect(engagement.removeRepost(target, maya, jonas)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(engagement.removeRepost(target, maya, null)).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await engagement.removeRepost(target, maya)).toEqual({
      contentType: 'question',
      contentId: target.contentId,
      questionId: target.questionId,
    });
    await engagement.removeRepost(target, jonas, amara, true);
    expect(await engagement.countsOf(target, maya)).toMatchObject({ repostCount: 0, hasReposted: false });
  });

  it('is not found if missing, repeats under its key, and allows another repost', async () => {
    const target = engagement.targetOf('question');
    const maya = randomUUID();
    await expect(engagement.removeRepost(target, maya)).rejects.toMatchObject({ code: 'not_found' });
    const { repostId } = await engagement.repost(target, maya, 'First words');
    const idempotencyKey = randomUUID();
    await engagement.removeRepost(target, maya, maya, false, { idempotencyKey });
    await engagement.removeRepost(target, maya, maya, false, { idempotencyKey });
    await expect(engagement.removeRepost(target, maya)).rejects.toMatchObject({ code: 'not_found' });
    expect(await engagement.repost(target, maya, 'Second words')).toMatchObject({ repostId, repostCount: 1 });
    expect(await engagement.repostsOf(maya)).toMatchObject([{ text: 'Second words' }]);
  });
});

describe('all reposts by a person', () => {
  it('go under one removal and return exactly, without earlier undone ones', async () => {
    const maya = randomUUID();
    const jonas = randomUUID();
    const all = Array.from({ length: 230 }, () => engagement.targetOf('question'));
    await inGroups(all, (target) => engagement.repost(target, maya));
    await engagement.repost(all[0]!, jonas);
    await engagement.removeRepost(all[1]!, maya);
    const count = () => engagement.service.call(engagementRpc.repostCountOf, { accountId: maya }, null);
    expect(await count()).toEqual({ count: 229 });
    const before = await engagement.repostsOf(maya);
    const removalId = randomUUID();
    expect(await engagement.hideRepostsOf(maya, removalId)).toEqual({ count: 229 });
    expect(await engagement.hideRepostsOf(maya, randomUUID())).toEqual({ count: 0 });
    expect(await count()).toEqual({ count: 0 });
    expect(await engagement.repostsOf(maya)).toEqual([]);
    expect(await engagement.countsOf(all[0]!, jonas)).toMatchObject({ repostCount: 1, hasReposted: true });
    expect(await engagement.showRepostsOf(maya, randomUUID())).toEqual({ count: 0 });
    expect(await engagement.showRepostsOf(maya, removalId)).toEqual({ count: 229 });
    expect(await engagement.showRepostsOf(maya, removalId)).toEqual({ count: 0 });
    expect(await engagement.repostsOf(maya)).toEqual(before);
    expect(await engagement.countsOf(all[1]!, maya)).toMatchObject({ repostCount: 0, hasReposted: false });
  });

  it('are hidden and restored with their account, and lose words at its erasure', async () => {
    const maya = randomUUID();
    const target = engagement.targetOf('question');
    const words = `Erase me ${randomUUID()}`;
    await engagement.repost(target, maya, words);
    const fact = (definition: typeof AccountHidden, removalId: string, revision: number) =>
      sourceFact(definition, { accountId: maya, removalId, revision }, { at, routingId: maya });
    const removalId = randomUUID();
    await engagement.identity.publish(fact(AccountHidden, removalId, 1));
    await eventually('the repost is hidden', async () => (await engagement.countsOf(target, null))?.repostCount === 0);
    await engagement.identity.publish(fact(AccountShown as never, removalId, 2));
    await eventually('the repost is back', async () => (await engagement.countsOf(target, null))?.repostCount === 1);
    expect(await engagement.repostsOf(maya)).toMatchObject([{ text: words }]);
    await engagement.identity.publish(fact(AccountErased as never, randomUUID(), 3));
    await eventually('the words are gone', async () => !(await engagement.hasWords(words)));
  });

  it('follow the last state of the account, however many events arrive at once', async () => {
    const [back, gone] = [randomUUID(), randomUUID()];
    const target = engagement.targetOf('question');
    for (const person of [back, gone]) await engagement.repost(target, person);
    const fact = (
      definition: typeof AccountHidden | typeof AccountShown,
      accountId: string,
      removalId: string,
      revision: number,
    ) =>
      sourceFact(definition as typeof AccountHidden, { accountId, removalId, revision }, { at, routingId: accountId });
    const [first, second] = [randomUUID(), randomUUID()];
    await engagement.identity.publish(fact(AccountHidden, back, first, 1), fact(AccountShown, back, first, 2));
    await engagement.identity.publish(
      fact(AccountHidden, gone, second, 1),
      fact(AccountShown, gone, second, 2),
      fact(AccountHidden, gone, randomUUID(), 3),
    );
    const last = randomUUID();
    await engagement.repost(engagement.targetOf('question'), last);
    await engagement.identity.publish(fact(AccountHidden, last, randomUUID(), 1));
    await eventually('all of it is heard of', async () => (await engagement.repostsOf(last)).length === 0);
    expect([(await engagement.repostsOf(back)).length, (await engagement.repostsOf(gone)).length]).toEqual([1, 0]);
    expect(await engagement.countsOf(target, back)).toMatchObject({ repostCount: 1, hasReposted: true });
  });
});
