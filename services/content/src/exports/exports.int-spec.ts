import { randomUUID } from 'node:crypto';
import { type ExportPlace, exportsRpc } from '@hearsay/contracts';
import { eventually, inGroups } from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import { ContentUnderTest, idsOf, refused } from '../content.suite.js';
import { boostBy } from '../feeds/engagement-facts.suite.js';

const many = 230;
const secret = 'What nobody else may read yet';
const content = new ContentUnderTest('engagement');
const { ask, reply, remove } = content;

type Read<T> = (
  input: { after: ExportPlace | null },
  account: string,
) => Promise<{ items: T[]; next: ExportPlace | null }>;
const pagesOf = async <T>(read: Read<T>, account: string): Promise<T[][]> => {
  const pages: T[][] = [];
  for (let after: ExportPlace | null = null, isMore = true; isMore; ) {
    const { items, next }: Awaited<ReturnType<Read<T>>> = await read({ after }, account);
    pages.push(items);
    [after, isMore] = [next, next !== null];
  }
  return pages;
};
const questionsOf = async (account: string) => {
  const read = async (input: { after: ExportPlace | null }, as: string) => {
    const { questions: items, next } = await content.call(exportsRpc.exportedQuestions, input, as);
    return { items, next };
  };
  return (await pagesOf(read, account)).flat();
};
const repliesOf = async (account: string) => {
  const read = async (input: { after: ExportPlace | null }, as: string) => {
    const { replies: items, next } = await content.call(exportsRpc.exportedReplies, input, as);
    return { items, next };
  };
  return (await pagesOf(read, account)).flat();
};
const boostPagesOf = (account: string) =>
  pagesOf(async (input, as) => {
    const { boosts: items, next } = await content.call(exportsRpc.exportedBoosts, input, as);
    return { items, next };
  }, account);

describe('an export', () => {
  it('has each own question once, also with equal times and anonymous ones', async () => {
    const [maya, jonas] = [randomUUID(), randomUUID()];
    // All at one instant, so that only ids order them.
    const now = '2026-03-04T05:06:07.008Z';
    const asked = await inGroups(Array.from({ length: many }), (_, index) =>
      ask({ isAnonymous: index % 3 === 0 }, maya, { now }),
    );
    for (const isAnonymous of [false, true]) await ask({ isAnonymous }, jonas);
    const exported = await questionsOf(maya);
    expect(idsOf(exported)).toEqual(idsOf(asked).sort().reverse());
    expect(exported.every(({ isMine }) => isMine)).toBe(true);
    expect(exported.filter(({ isAnonymous }) => isAnonymous).every(({ authorId }) => authorId === null)).toBe(true);
    expect(await questionsOf(randomUUID())).toEqual([]);
  });

  it('continues where the last answer was full', async () => {
    const maya = randomUUID();
    // Control characters are the longest in JSON.
    const description = `a${'\u0001'.repeat(4998)}b`;
    const asked = await Promise.all(Array.from({ length: 30 }, () => ask({ description }, maya)));
    const first = await content.call(exportsRpc.exportedQuestions, { after: null }, maya);
    expect(first.questions.length).toBeLessThan(asked.length);
    expect(idsOf(await questionsOf(maya)).sort()).toEqual(idsOf(asked).sort());
  });

  it('holds own locked words, and only titles of others', async () => {
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

  it('has own pending questions, and nothing removed or under removed content', async () => {
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

  it('has own boosts that were not taken back', async () => {
    const maya = randomUUID();
    const [back, ...given] = Array.from({ length: many }, () => {
      const id = randomUUID();
      return { contentType: 'question' as const, contentId: id, questionId: id };
    });
    const taken = randomUUID();
    await content.engagement.publish(
      ...given.map((place) => boostBy(maya, place)),
      boostBy(maya, back!, taken),
      boostBy(maya, back!, taken, 2),
    );
    await eventually('all boosts are known', async () => (await boostPagesOf(maya)).flat().length === given.length);
    const pages = await boostPagesOf(maya);
    expect(pages).toHaveLength(Math.ceil(given.length / 100));
    const contentOf = ({ contentId }: { readonly contentId: string }) => contentId;
    expect(pages.flat().map(contentOf).sort()).toEqual(given.map(contentOf).sort());
    expect(await boostPagesOf(randomUUID())).toEqual([[]]);
  });

  it('is refused to visitors', async () => {
    await refused(content.call(exportsRpc.exportedQuestions, { after: null }, null), 'unauthenticated');
  });
});
