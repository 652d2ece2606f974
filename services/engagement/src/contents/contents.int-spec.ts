import { randomUUID } from 'node:crypto';
import { type BoostTarget, contentKey } from '@hearsay/contracts';
import { eventually } from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import { EngagementUnderTest } from '../tests/engagement-under-test.suite.js';

const engagement = new EngagementUnderTest();

describe('hidden content', () => {
  const isKnown = async (target: BoostTarget) => (await engagement.countsOf(target, null)) !== undefined;

  it('can be neither boosted nor reposted while it is pending', async () => {
    const target = engagement.targetOf('question');
    engagement.forget(target);
    const targetId = randomUUID();
    await engagement.hearOf(target, targetId);
    await expect(engagement.repost(target, targetId)).rejects.toMatchObject({ code: 'not_found' });
    await expect(engagement.boost(target, randomUUID())).rejects.toMatchObject({ code: 'not_found' });
    expect(await isKnown(target)).toBe(false);
    engagement.targets.set(contentKey(target), target);
    await engagement.repost(target, randomUUID());
    engagement.forget(target);
    await engagement.content.publish(engagement.approvedFact(target, targetId));
    await eventually('the question can be reposted', () =>
      engagement.repost(target, targetId).then(Boolean, () => false),
    );
  });

  it('is missing with its reposts while removed, and returns with them', async () => {
    const target = engagement.targetOf('question');
    const reply = engagement.targetOf('discussion', { questionId: target.questionId });
    const maya = randomUUID();
    await engagement.hearOf(target, null);
    await engagement.repost(target, maya);
    await engagement.repost(reply, maya);
    engagement.forget(target, reply);
    await engagement.content.publish(engagement.removedFact(target, 1));
    await eventually('neither is known', async () => !(await isKnown(target)) && !(await isKnown(reply)));
    expect(await engagement.repostsOf(maya)).toEqual([]);
    await expect(engagement.repost(target, randomUUID())).rejects.toMatchObject({ code: 'not_found' });
    expect(await isKnown(reply)).toBe(false);
    engagement.targets.set(contentKey(reply), reply);
    await engagement.content.publish(engagement.restoredFact(target, 2));
    await eventually('the question is back', () => isKnown(target));
    expect(await isKnown(reply)).toBe(true);
    expect((await engagement.repostsOf(maya)).map(({ contentId }) => contentId).sort()).toEqual(
      [target.contentId, reply.contentId].sort(),
    );
    expect(await engagement.countsOf(target, maya)).toMatchObject({ repostCount: 1, hasReposted: true });
  });
});
