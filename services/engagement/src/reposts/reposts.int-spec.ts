import { randomUUID } from 'node:crypto';
import {
  AccountErased,
  AccountHidden,
  AccountShown,
  engagementRpc,
  type LiveCounts,
  liveSubjects,
} from '@hearsay/contracts';
import { accountFact, eventually, runInGroups } from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import { expectRefusal, useEngagement } from '../tests/engagement-under-test.suite.js';

const engagement = useEngagement();
const { repost, removeRepost, targetOf, countsOf, repostsOf, hideRepostsOf, showRepostsOf } = engagement;
const anonymous = { accountId: null, sealed: 'sealed.by.some.key' };
const readReposts = async (repostIds: string[], as: string | null = null) =>
  (await engagement.call(engagementRpc.reposts, { repostIds }, as)).reposts;

describe('a repost', () => {
  it.each(['question', 'discussion', 'podcast'] as const)(
    'a repost of a %s counts once per person, and only its author sees `hasReposted`',
    async (contentType) => {
      const target = targetOf(contentType);
      const [maya, jonas] = [randomUUID(), randomUUID()];
      const { repostId, repostCount } = await repost(target, maya, 'Hear this');
      expect(repostCount).toBe(1);
      expect(await repost(target, jonas)).toMatchObject({ repostCount: 2 });
      await expectRefusal(repost(target, maya), 'already_reposted');
      const counts = { repostCount: 2, isBoosted: false };
      expect(await countsOf(target, maya)).toMatchObject({ ...counts, hasReposted: true });
      for (const viewer of [randomUUID(), null])
        expect(await countsOf(target, viewer)).toMatchObject({ ...counts, hasReposted: false });
      const view = { repostId, reposterId: maya, text: 'Hear this', contentType };
      expect(await readReposts([repostId, randomUUID()])).toEqual([expect.objectContaining(view)]);
    },
  );

  it('only one of several concurrent calls succeeds, except repeats with the same key', async () => {
    const target = targetOf('question');
    const [maya, jonas] = [randomUUID(), randomUUID()];
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => repost(target, maya)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const key = { idempotencyKey: randomUUID() };
    const first = await repost(target, jonas, 'Again', key);
    expect(await repost(target, jonas, 'Again', key)).toEqual(first);
    await expectRefusal(repost(target, jonas, 'Other words', key), 'key_reused');
    expect(await countsOf(target, jonas)).toMatchObject({ repostCount: 2 });
  });

  it('an ambassador’s repeated removal gets the first result even without the role', async () => {
    const target = targetOf('question');
    const [maya, amara] = [randomUUID(), randomUUID()];
    const key = { idempotencyKey: randomUUID() };
    await repost(target, maya);
    const first = await removeRepost(target, maya, amara, true, key);
    expect(await removeRepost(target, maya, amara, false, key)).toEqual(first);
  });

  it('a repost of anonymous content names only the reposter', async () => {
    const maya = randomUUID();
    const { repostId } = await repost(targetOf('question', { owner: anonymous }), maya);
    const reposts = await readReposts([repostId], randomUUID());
    expect(reposts[0]).toMatchObject({ reposterId: maya });
    expect(JSON.stringify(reposts)).not.toContain(anonymous.sealed);
  });

  it('live messages number the counts of boosts and reposts together by one revision', async () => {
    const target = targetOf('question');
    const pushed = await engagement.live<{ items: LiveCounts[] }>(liveSubjects.counts(target.questionId));
    for (const act of [engagement.boost, repost, engagement.boost]) await act(target, randomUUID());
    const counts = () =>
      pushed.flatMap(({ items }) =>
        items.map(({ revision, boostCount, repostCount }) => [revision, boostCount, repostCount]),
      );
    await eventually('three pushes', () => counts().length === 3);
    expect(counts()).toEqual([
      [1, 1, 0],
      [2, 1, 1],
      [3, 2, 1],
    ]);
  });
});

describe('the removal of a repost', () => {
  it('the reposter or an ambassador can remove a repost, and gets its content back', async () => {
    const target = targetOf('question');
    const [maya, jonas, amara] = [randomUUID(), randomUUID(), randomUUID()];
    for (const person of [maya, jonas]) await repost(target, person);
    await expectRefusal(removeRepost(target, maya, jonas), 'forbidden');
    const { contentType, contentId, questionId } = target;
    expect(await removeRepost(target, maya)).toEqual({ contentType, contentId, questionId });
    await removeRepost(target, jonas, amara, true);
    expect(await countsOf(target, maya)).toMatchObject({ repostCount: 0, hasReposted: false });
  });

  it('a missing repost cannot be removed, and content can be reposted after a removal', async () => {
    const target = targetOf('question');
    const maya = randomUUID();
    await expectRefusal(removeRepost(target, maya), 'not_found');
    const { repostId } = await repost(target, maya, 'First words');
    const key = { idempotencyKey: randomUUID() };
    for (let turn = 0; turn < 2; turn += 1) await removeRepost(target, maya, maya, false, key);
    await expectRefusal(removeRepost(target, maya), 'not_found');
    expect(await repost(target, maya, 'Second words')).toMatchObject({ repostId, repostCount: 1 });
    expect(await repostsOf(maya)).toMatchObject([{ text: 'Second words' }]);
  });
});

describe('all reposts by a person', () => {
  it('all reposts are removed and restored together, but not those taken back before', async () => {
    const [maya, jonas] = [randomUUID(), randomUUID()];
    const all = Array.from({ length: 230 }, () => targetOf('question'));
    const [shared, undone] = all as [(typeof all)[number], (typeof all)[number]];
    await runInGroups(all, (target) => repost(target, maya));
    await repost(shared, jonas);
    await removeRepost(undone, maya);
    const count = () => engagement.call(engagementRpc.repostCountOf, { accountId: maya }, null);
    expect(await count()).toEqual({ count: 229 });
    const before = await repostsOf(maya);
    const removalId = randomUUID();
    expect(await hideRepostsOf(maya, removalId)).toEqual({ count: 229 });
    expect(await hideRepostsOf(maya, randomUUID())).toEqual({ count: 0 });
    expect([await count(), await repostsOf(maya)]).toEqual([{ count: 0 }, []]);
    expect(await countsOf(shared, jonas)).toMatchObject({ repostCount: 1, hasReposted: true });
    expect(await showRepostsOf(maya, randomUUID())).toEqual({ count: 0 });
    expect(await showRepostsOf(maya, removalId)).toEqual({ count: 229 });
    expect(await showRepostsOf(maya, removalId)).toEqual({ count: 0 });
    expect(await repostsOf(maya)).toEqual(before);
    expect(await countsOf(undone, maya)).toMatchObject({ repostCount: 0, hasReposted: false });
  });

  it('reposts are hidden and restored with the account, and erasure deletes words', async () => {
    const [maya, removalId, words] = [randomUUID(), randomUUID(), randomUUID()];
    const target = targetOf('question');
    await repost(target, maya, words);
    const untilCount = (wanted: number) =>
      eventually('the count is so', async () => (await countsOf(target, null))?.repostCount === wanted);
    await engagement.identity.publish(accountFact(AccountHidden, maya, removalId));
    await untilCount(0);
    await engagement.identity.publish(accountFact(AccountShown, maya, removalId));
    await untilCount(1);
    expect(await repostsOf(maya)).toMatchObject([{ text: words }]);
    await engagement.identity.publish(accountFact(AccountErased, maya));
    await eventually('the words are gone', async () => !(await engagement.hasWords(words)));
  });
});
