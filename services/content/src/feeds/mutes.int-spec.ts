import { randomUUID } from 'node:crypto';
import { contentRpc, type Mutes, noMutes } from '@hearsay/contracts';
import { eventually, followed } from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import { ContentUnderTest, expectRefusal, idsOf } from '../content.suite.js';
import { newBoostFact, newRepost, repostFact } from './engagement-facts.suite.js';
import { LockQueries } from './lock.queries.js';

const content = new ContentUnderTest('engagement');
const { ask, reply, feed, page, maya, jonas } = content;
const muting = (changes: Partial<Mutes>): Mutes => ({ ...noMutes, ...changes });
const ranked = ['boosted', 'replies', 'engagement', 'trending'] as const;

describe('mutes in lists', () => {
  it('lists leave out muted questions and muted people’s signed posts, with full pages', async () => {
    const amara = randomUUID();
    const kept = [await ask({}, amara), await ask({ isAnonymous: true }, maya), await ask({}, amara)];
    const muted = [await ask({}, maya), await ask({}, maya)];
    const silenced = await ask({}, amara);
    const episode = await content.published(maya);
    const hidden = await reply(kept[0]!.id, 'Signed', maya);
    const shown = await reply(kept[0]!.id, 'Anonymous', maya, { isAnonymous: true });
    await content.engagement.publish(
      repostFact(newRepost(jonas, 'question', muted[0]!.id)),
      repostFact(newRepost(maya, 'question', kept[2]!.id)),
      repostFact(newRepost(jonas, 'discussion', hidden.id, kept[0]!.id)),
      repostFact(newRepost(jonas, 'podcast', episode.id)),
      repostFact(newRepost(jonas, 'question', silenced.id)),
      repostFact(newRepost(jonas, 'discussion', shown.id, kept[0]!.id)),
      followed(jonas, maya),
      followed(jonas, amara),
    );
    await content.settled();
    const mutes = muting({ people: [maya], questions: [silenced.id] });
    const wanted = [shown.id, ...idsOf([...kept].reverse())];
    const seen = async (over: object, as: string | null = null) => idsOf((await feed({ limit: 4, ...over }, as)).items);
    expect(await seen({ mutes })).toEqual(wanted);
    expect((await seen({ limit: 50 })).length).toBe(13);
    expect(await seen({ mutes, followersOnly: true }, jonas)).toEqual([kept[2]!.id, kept[0]!.id]);
    for (const sort of ranked) {
      const first = await feed({ sort, mutes, limit: 2 });
      const rest = await feed({ sort, mutes, limit: 2, anchor: first.anchor });
      expect([sort, idsOf([...first.items, ...rest.items]).sort()]).toEqual([sort, idsOf(kept).sort()]);
    }
  });

  it('nearly heard questions leave out muted questions and those of muted people', async () => {
    const locked = { replyBoostThreshold: 4 };
    const [signed, anonymous, silenced, other] = [
      await ask(locked, maya),
      await ask({ ...locked, isAnonymous: true }, maya),
      await ask(locked, jonas),
      await ask(locked, jonas),
    ];
    const all = [signed, anonymous, silenced, other];
    await content.engagement.publish(...all.map(({ id }) => newBoostFact(id, 3)));
    await content.settled();
    const locks = new LockQueries(content.pool);
    const nearest = async (mutes: Mutes) => idsOf(await locks.nearlyHeard(10, mutes)).sort();
    expect(await nearest(noMutes)).toEqual(idsOf(all).sort());
    expect(await nearest(muting({ people: [maya], questions: [silenced.id] }))).toEqual(
      idsOf([anonymous, other]).sort(),
    );
  });

  it('pages leave out signed replies of muted people, even a pinned one, and are full', async () => {
    const { id } = await ask({ targetId: jonas });
    const approval = { questionId: id, content: 'Pinned', boostThreshold: 1 };
    await content.call(contentRpc.approveWithReply, approval, jonas);
    const words = ['one', 'two', 'three', 'four'];
    const replies = [];
    for (const [index, text] of words.entries())
      replies.push(await reply(id, text, index % 2 === 0 ? jonas : maya, { isAnonymous: index === 2 }));
    const mutes = muting({ people: [jonas], questions: [randomUUID()] });
    const muted = await content.call(contentRpc.questionPage, { questionId: id, mutes }, maya);
    expect(idsOf(muted.replies)).toEqual(idsOf(replies.slice(1)));
    expect([muted.pinnedReply, muted.question.replyCount]).toEqual([null, 5]);
    expect((await page(id, maya)).pinnedReply).not.toBeNull();
    const older = { questionId: id, before: replies[3]!.number, limit: 2, mutes };
    expect(idsOf((await content.call(contentRpc.repliesBefore, older, maya)).replies)).toEqual(
      idsOf(replies.slice(1, 3)),
    );
  });
});

describe('a person whom the author of a question blocks', () => {
  it('a blocked person can reply by name only to anonymous questions of the blocker', async () => {
    const [blocker, blocked] = [randomUUID(), randomUUID()];
    content.blockers.add(blocker);
    const signed = await ask({}, blocker);
    const anonymous = await ask({ isAnonymous: true }, blocker);
    const say = (questionId: string, isAnonymous = false, isBlocked = true) =>
      reply(questionId, 'Hello', blocked, { isAnonymous, isBlocked });
    await expectRefusal(say(signed.id), 'forbidden');
    for (const said of [say(signed.id, true), say(anonymous.id), say(anonymous.id, true), say(signed.id, false, false)])
      expect((await said).content).toBe('Hello');
  });

  it("a blocked person can approve the blocker's signed question only without a reply", async () => {
    const [blocker, blocked] = [randomUUID(), randomUUID()];
    content.blockers.add(blocker);
    const answer = (questionId: string) => {
      const approval = { questionId, content: 'Hello', boostThreshold: 1, isBlocked: true };
      return content.call(contentRpc.approveWithReply, approval, blocked);
    };
    const signed = await ask({ targetId: blocked }, blocker);
    const anonymous = await ask({ targetId: blocked, isAnonymous: true }, blocker);
    const ofAnother = await ask({ targetId: randomUUID() }, blocker);
    await expectRefusal(answer(signed.id), 'forbidden');
    await expectRefusal(answer(ofAnother.id), 'not_found');
    expect((await answer(anonymous.id)).reply.content).toBe('Hello');
    await eventually('the plain approval stays', async () => {
      const approved = await content.call(contentRpc.approveQuestion, { questionId: signed.id }, blocked);
      return approved.question.isApproved;
    });
  });
});
