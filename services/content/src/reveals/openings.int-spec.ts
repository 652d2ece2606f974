import { randomUUID } from 'node:crypto';
import { type Boosted, contentRpc, type EventData, type QuestionView } from '@hearsay/contracts';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ContentUnderTest } from '../content.suite.js';
import { boostFactBy } from '../feeds/engagement-facts.suite.js';

const content = new ContentUnderTest('engagement');
const { ask, latch, remove, hide, show, maya } = content;

/** Sorted account ids, because content answers in this order. */
const people = (count: number) => Array.from({ length: count }, () => randomUUID()).sort();

type Question = Pick<QuestionView, 'id'>;

/** Publishes a boost by each of `boosters`, in this order. Returns the opening by the last boost. */
const boostsOf = async ({ id }: Question, boosters: readonly string[]) => {
  const target = { contentType: 'question', contentId: id, questionId: id } as const;
  const acts = boosters.map((boosterId) => {
    const boostId = randomUUID();
    return { boostId, again: (toggle: number) => boostFactBy(boosterId, target, boostId, toggle) };
  });
  const facts = acts.map(({ again }) => again(1));
  await content.engagement.publish(...facts);
  await content.settled();
  const { boostId, revision } = facts.at(-1)!.data as EventData<typeof Boosted>;
  return { acts, opening: { questionId: id, boostId, revision, boostPeak: boosters.length } };
};
type Opening = Awaited<ReturnType<typeof boostsOf>>['opening'];

const answer = async (opening: Opening, after: string | null = null, limit = 200) => {
  const { boosts, people } = await content.call(contentRpc.openingBoosters, { ...opening, after, limit }, null);
  return { boosts, boosterIds: people.flatMap(({ accountId, hasBoosted }) => (hasBoosted ? accountId : [])) };
};
const toldOf = async (opening: Opening) => (await answer(opening)).boosterIds;
const nobody = { boosts: 0, boosterIds: [] };

describe('the people who opened a question', () => {
  const boosters = people(3);
  let question: Question;
  let opened: Awaited<ReturnType<typeof boostsOf>>;

  beforeAll(async () => {
    question = await ask({ replyBoostThreshold: 3 });
    opened = await boostsOf(question, boosters);
  });

  it('boosters are unavailable until the boost and the reveal are recorded', async () => {
    const unavailable = { code: 'unavailable' };
    await expect(answer({ ...opened.opening, boostId: randomUUID() })).rejects.toMatchObject(unavailable);
    await expect(answer({ ...opened.opening, revision: 1_000_000 })).rejects.toMatchObject(unavailable);
    await expect(answer(opened.opening)).rejects.toMatchObject(unavailable);
    await latch(question.id, 3);
    expect(await answer(opened.opening)).toEqual({ boosts: 3, boosterIds: boosters });
  });

  it('boosters are returned in parts, sorted by account id', async () => {
    expect(await answer(opened.opening, null, 2)).toEqual({ boosts: 3, boosterIds: boosters.slice(0, 2) });
    expect(await answer(opened.opening, boosters[1], 2)).toEqual({ boosts: 3, boosterIds: boosters.slice(2) });
    expect(await answer(opened.opening, boosters[2], 2)).toEqual({ boosts: 3, boosterIds: [] });
  });

  it('people who boosted later, undid the boost, or boosted a reply are left out', async () => {
    const [later, ofReply] = people(2);
    const target = { contentType: 'question', contentId: question.id, questionId: question.id } as const;
    const reply = { contentType: 'discussion', contentId: randomUUID(), questionId: question.id } as const;
    await content.engagement.publish(
      boostFactBy(later!, target),
      boostFactBy(ofReply!, reply),
      opened.acts[0]!.again(2),
    );
    await content.settled();
    expect(await toldOf(opened.opening)).toEqual(boosters.slice(1));
    await content.engagement.publish(opened.acts[0]!.again(3));
    await content.settled();
    expect(await toldOf(opened.opening)).toEqual(boosters.slice(1));
  });

  it('deleted accounts are left out of the boosters', async () => {
    const removalId = randomUUID();
    await hide(boosters[1]!, removalId, 'account');
    expect(await toldOf(opened.opening)).toEqual(boosters.slice(2));
    await show(removalId);
    expect(await toldOf(opened.opening)).toEqual(boosters.slice(1));
  });

  it('no boosters are returned after the question is removed', async () => {
    await remove('question', question.id, maya);
    expect(await answer(opened.opening)).toEqual(nobody);
  });
});

it('only the first reveal of a question is an opening', async () => {
  const tara = randomUUID();
  const question = await ask({ targetId: tara, replyBoostThreshold: 3 });
  const approval = { questionId: question.id, content: 'Not yet', boostThreshold: 2 };
  await content.call(contentRpc.approveWithReply, approval, tara);
  const boosters = people(2);
  const first = await boostsOf(question, boosters);
  await latch(question.id, 2);
  const second = await boostsOf(question, [randomUUID()]);
  await latch(question.id, 3);
  expect(await answer(first.opening)).toEqual({ boosts: 2, boosterIds: boosters });
  expect(await answer({ ...second.opening, boostPeak: 3 })).toEqual(nobody);
});

it('a boost has no audience if it opens nothing, or if the author is hidden', async () => {
  const [open, locked] = [await ask(), await ask({ replyBoostThreshold: 9 })];
  for (const question of [open, locked]) {
    const { opening } = await boostsOf(question, people(2));
    expect(await answer(opening)).toEqual(nobody);
  }
  const author = randomUUID();
  const question = await ask({ replyBoostThreshold: 2 }, author);
  const { opening } = await boostsOf(question, people(2));
  await latch(question.id, 2);
  await hide(author, randomUUID());
  expect(await answer(opening)).toEqual(nobody);
});
