import { randomUUID } from 'node:crypto';
import { type ContentTarget, contentKey } from '@hearsay/contracts';
import { eventually, questionApproved } from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import { expectRefusal, removalOrRestoreFact, useEngagement } from '../tests/engagement-under-test.suite.js';

const engagement = useEngagement();
const { boost, repost, targetOf, forget, countsOf, hearOf } = engagement;

describe('hidden content', () => {
  const isKnown = async (target: ContentTarget) => (await countsOf(target, null)) !== undefined;

  it('pending content can be neither boosted by strangers nor reposted', async () => {
    const target = targetOf('question');
    forget(target);
    const targetId = randomUUID();
    await hearOf(target, targetId);
    await expectRefusal(repost(target, targetId), 'not_found');
    await expectRefusal(boost(target, randomUUID()), 'not_found');
    expect(await isKnown(target)).toBe(false);
    engagement.targets.set(contentKey(target), target);
    await repost(target, randomUUID());
    forget(target);
    await engagement.content.publish(questionApproved(target.owner, targetId, target.questionId));
    await eventually('it can be reposted', () => repost(target, targetId).then(Boolean, () => false));
  });

  it('removed content disappears with its reposts, and returns with them', async () => {
    const target = targetOf('question');
    const reply = targetOf('discussion', { questionId: target.questionId });
    const maya = randomUUID();
    const repostedIds = async () => (await engagement.repostsOf(maya)).map(({ contentId }) => contentId).sort();
    await hearOf(target, null);
    for (const each of [target, reply]) await repost(each, maya);
    forget(target, reply);
    await engagement.content.publish(removalOrRestoreFact(target, 1));
    await eventually('neither is known', async () => !(await isKnown(target)) && !(await isKnown(reply)));
    expect(await repostedIds()).toEqual([]);
    await expectRefusal(repost(target, randomUUID()), 'not_found');
    expect(await isKnown(reply)).toBe(false);
    engagement.targets.set(contentKey(reply), reply);
    await engagement.content.publish(removalOrRestoreFact(target, 2));
    await eventually('the question is back', () => isKnown(target));
    expect(await isKnown(reply)).toBe(true);
    expect(await repostedIds()).toEqual([target.contentId, reply.contentId].sort());
    expect(await countsOf(target, maya)).toMatchObject({ repostCount: 1, hasReposted: true });
  });
});
