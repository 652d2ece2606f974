import { randomUUID } from 'node:crypto';
import { exportsRpc } from '@hearsay/contracts';
import { eventually, readAllPages, runInGroups } from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import { ContentUnderTest, expectRefusal, idsOf } from '../content.suite.js';
import { boostFactBy } from '../feeds/engagement-facts.suite.js';

const many = 230;
const secret = 'What nobody else may read yet';
const content = new ContentUnderTest('engagement');
const { ask, reply, remove } = content;

const questionsOf = async (account: string) => {
  const pages = await readAllPages(content.call, exportsRpc.exportedQuestions, account);
  return pages.flatMap(({ questions }) => questions);
};
const repliesOf = async (account: string) => {
  const pages = await readAllPages(content.call, exportsRpc.exportedReplies, account);
  return pages.flatMap(({ replies }) => replies);
};
const boostPagesOf = async (account: string) => {
  const pages = await readAllPages(content.call, exportsRpc.exportedBoosts, account);
  return pages.map(({ boosts }) => boosts);
};

describe('an export', () => {
  it('an export has each own question once, even anonymous questions of one instant', async () => {
    const [maya, jonas] = [randomUUID(), randomUUID()];
    // All questions have the same time, so that only their ids order them.
    const now = '2026-03-04T05:06:07.008Z';
    const asked = await runInGroups(Array.from({ length: many }), (_, index) =>
      ask({ isAnonymous: index % 3 === 0 }, maya, { now }),
    );
    for (const isAnonymous of [false, true]) await ask({ isAnonymous }, jonas);
    const exported = await questionsOf(maya);
    expect(idsOf(exported)).toEqual(idsOf(asked).sort().reverse());
    expect(exported.every(({ isMine }) => isMine)).toBe(true);
    expect(exported.filter(({ isAnonymous }) => isAnonymous).every(({ authorId }) => authorId === null)).toBe(true);
    expect(await questionsOf(randomUUID())).toEqual([]);
  });

  it('an export continues after the last item when an answer was full', async () => {
    const maya = randomUUID();
    // Control characters are the longest in JSON.
    const description = `a${'\u0001'.repeat(4998)}b`;
    const asked = await Promise.all(Array.from({ length: 30 }, () => ask({ description }, maya)));
    const first = await content.call(exportsRpc.exportedQuestions, { after: null }, maya);
    expect(first.questions.length).toBeLessThan(asked.length);
    expect(idsOf(await questionsOf(maya)).sort()).toEqual(idsOf(asked).sort());
  });

  it('an export has own locked words, and only titles of other people’s questions', async () => {
    const [maya, jonas] = [randomUUID(), randomUUID()];
    const question = await ask({ isAnonymous: true, description: secret, replyBoostThreshold: 9 }, maya);
    await reply(question.id, `${secret} by name`, jonas);
    await reply(question.id, `${secret} by nobody`, jonas, { isAnonymous: true });
    const replies = await repliesOf(jonas);
    expect(replies.map(({ reply }) => [reply.content, reply.authorId, reply.isMine]).sort()).toEqual([
      [`${secret} by name`, jonas, true],
      [`${secret} by nobody`, null, true],
    ]);
    expect(replies[0]?.parentTitle).toBe(question.title);
    expect(JSON.stringify(replies)).not.toContain(maya);
    expect(await questionsOf(maya)).toMatchObject([{ description: secret, isRevealed: false, isAnonymous: true }]);
    expect(await repliesOf(maya)).toEqual([]);
  });

  it('an export has own pending questions, but no removed posts or their replies', async () => {
    const [maya, jonas] = [randomUUID(), randomUUID()];
    const [kept, gone] = [await ask({}, maya), await ask({}, maya)];
    const pending = await ask({ targetId: randomUUID() }, maya);
    const [answer, removed] = [await reply(kept.id, 'Stays', jonas), await reply(kept.id, 'Goes', jonas)];
    await reply(gone.id, 'And this with its question', jonas);
    await remove('question', gone.id, maya);
    await remove('discussion', removed.id, jonas);
    expect(idsOf(await questionsOf(maya))).toEqual([pending.id, kept.id]);
    expect((await repliesOf(jonas)).map(({ reply }) => reply.id)).toEqual([answer.id]);
  });

  it('an export has own boosts that were not undone', async () => {
    const maya = randomUUID();
    const [back, ...given] = Array.from({ length: many }, () => {
      const id = randomUUID();
      return { contentType: 'question' as const, contentId: id, questionId: id };
    });
    const taken = randomUUID();
    await content.engagement.publish(
      ...given.map((place) => boostFactBy(maya, place)),
      boostFactBy(maya, back!, taken),
      boostFactBy(maya, back!, taken, 2),
    );
    await eventually('all boosts are known', async () => (await boostPagesOf(maya)).flat().length === given.length);
    const pages = await boostPagesOf(maya);
    expect(pages).toHaveLength(Math.ceil(given.length / 100));
    const contentOf = ({ contentId }: { readonly contentId: string }) => contentId;
    expect(pages.flat().map(contentOf).sort()).toEqual(given.map(contentOf).sort());
    expect(await boostPagesOf(randomUUID())).toEqual([[]]);
  });

  it('an export is refused for visitors', async () => {
    await expectRefusal(content.call(exportsRpc.exportedQuestions, { after: null }, null), 'unauthenticated');
  });
});
