import { randomUUID } from 'node:crypto';
import { contentRpc, type ExportPlace, exportsRpc } from '@hearsay/contracts';
import {
  type EventSource,
  eventually,
  inGroups,
  startEventSource,
  startTestService,
  type TestService,
  uniqueSubjectPrefix,
} from '@hearsay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { content } from '../content.definition.js';
import { Conversation, contentSettings } from '../content.suite.js';
import { boostBy } from '../feeds/engagement-facts.suite.js';

const many = 230;
const secret = 'What nobody else may read yet';

let service: TestService;
let engagement: EventSource;
beforeAll(async () => {
  const prefix = uniqueSubjectPrefix();
  service = await startTestService(content, contentSettings(), { prefix });
  engagement = await startEventSource('engagement', service.connection, prefix);
});
afterAll(async () => {
  await engagement.stop();
  await service.stop();
});

const everything = async <T>(
  read: (after: ExportPlace | null) => Promise<{ items: T[]; next: ExportPlace | null }>,
): Promise<T[][]> => {
  const pages: T[][] = [];
  let after: ExportPlace | null = null;
  do {
    const page: { items: T[]; next: ExportPlace | null } = await read(after);
    pages.push(page.items);
    after = page.next;
  } while (after !== null);
  return pages;
};
const questionsOf = async (account: string) =>
  (
    await everything(async (after) => {
      const { questions, next } = await service.call(exportsRpc.exportedQuestions, { after }, account);
      return { items: questions, next };
    })
  ).flat();
const repliesOf = async (account: string) =>
  (
    await everything(async (after) => {
      const { replies, next } = await service.call(exportsRpc.exportedReplies, { after }, account);
      return { items: replies, next };
    })
  ).flat();
const pagesOfBoosts = (account: string) =>
  everything(async (after) => {
    const { boosts, next } = await service.call(exportsRpc.exportedBoosts, { after }, account);
    return { items: boosts, next };
  });

const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id);

describe('an export', () => {
  it('has each own question once, also with equal times and anonymous ones', async () => {
    const [maya, jonas] = [randomUUID(), randomUUID()];
    const talk = new Conversation(service, maya, jonas);
    // All at one instant, so that only ids order them.
    const now = '2026-03-04T05:06:07.008Z';
    const asked = await inGroups(Array.from({ length: many }), (_, index) =>
      talk.ask({ isAnonymous: index % 3 === 0 }, maya, { now }),
    );
    await talk.ask({}, jonas);
    await talk.ask({ isAnonymous: true }, jonas);
    const exported = await questionsOf(maya);
    expect(idsOf(exported)).toEqual(idsOf(asked).sort().reverse());
    expect(exported.every(({ isMine }) => isMine)).toBe(true);
    expect(exported.filter(({ isAnonymous }) => isAnonymous).every(({ authorId }) => authorId === null)).toBe(true);
    expect(await questionsOf(randomUUID())).toEqual([]);
  });

  it('continues where the last answer was full', async () => {
    const maya = randomUUID();
    const talk = new Conversation(service, maya, maya);
    // Control characters are the longest in JSON.
    const description = `a${'\u0001'.repeat(4998)}b`;
    const asked = await Promise.all(Array.from({ length: 30 }, () => talk.ask({ description })));
    const first = await service.call(exportsRpc.exportedQuestions, { after: null }, maya);
    expect(first.questions.length).toBeLessThan(asked.length);
    expect(idsOf(await questionsOf(maya)).sort()).toEqual(idsOf(asked).sort());
  });

  it('holds own locked words, and only titles of others', async () => {
    const [maya, jonas] = [randomUUID(), randomUUID()];
    const talk = new Conversation(service, maya, jonas);
    const question = await talk.ask({ isAnonymous: true, description: secret, replyBoostThreshold: 9 });
    await talk.reply(question.id, `${secret} by name`);
    await talk.reply(question.id, `${secret} by nobody`, jonas, { isAnonymous: true });
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
    const talk = new Conversation(service, maya, jonas);
    const [kept, gone] = [await talk.ask(), await talk.ask()];
    const [answer, removed] = [await talk.reply(kept.id, 'This stays'), await talk.reply(kept.id, 'This goes')];
    await talk.reply(gone.id, 'And this with its question');
    const remove = (contentType: 'question' | 'discussion', contentId: string, as: string) =>
      service.call(contentRpc.removeContent, { contentType, contentId, isAmbassador: false }, as);
    await remove('question', gone.id, maya);
    await remove('discussion', removed.id, jonas);
    expect(idsOf(await questionsOf(maya))).toEqual([kept.id]);
    expect((await repliesOf(jonas)).map(({ reply }) => reply.id)).toEqual([answer.id]);
  });

  it('has own boosts that were not taken back', async () => {
    const maya = randomUUID();
    const places = Array.from({ length: many }, () => {
      const id = randomUUID();
      return { contentType: 'question' as const, contentId: id, questionId: id };
    });
    const [back, ...given] = places;
    const taken = randomUUID();
    await engagement.publish(
      ...given.map((place) => boostBy(maya, place)),
      boostBy(maya, back!, taken),
      boostBy(maya, back!, taken, 2),
    );
    await eventually('all boosts are known', async () => (await pagesOfBoosts(maya)).flat().length === given.length);
    const pages = await pagesOfBoosts(maya);
    expect(pages).toHaveLength(Math.ceil(given.length / 100));
    expect(
      pages
        .flat()
        .map(({ contentId }) => contentId)
        .sort(),
    ).toEqual(given.map(({ contentId }) => contentId).sort());
    expect(await pagesOfBoosts(randomUUID())).toEqual([[]]);
  });

  it('is refused to visitors', async () => {
    await expect(service.call(exportsRpc.exportedQuestions, { after: null }, null)).rejects.toMatchObject({
      code: 'unauthenticated',
    });
  });
});
