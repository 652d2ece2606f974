import { randomUUID } from 'node:crypto';
import type { Owner } from '@hearsay/contracts';
import {
  boostPairOf,
  boostToggleFact,
  named,
  podcastPublished,
  questionApproved,
  questionAsked,
  removal,
  replyPosted,
} from '@hearsay/testing';
import { serviceForBlock } from '@hearsay/testing/service-for-block';
import { describe, expect, it } from '@jest/globals';
import { anonymousOwner, startGamification } from '../gamification.suite.js';
import { seededShuffle } from './seeded-shuffle.suite.js';

const game = serviceForBlock(() => startGamification({ caps: { 'question-posted': 30 } }));

type Content = { readonly contentId: string; readonly owner: Owner };
const newContent = (owner: Owner): Content => ({ contentId: randomUUID(), owner });
const ask = (...questions: Content[]) =>
  game.content.publish(...questions.map(({ contentId, owner }) => questionAsked(owner, { questionId: contentId })));
const boost = ({ contentId, owner }: Content, ...boosters: string[]) =>
  game.engagement.publish(...boosters.map((booster) => boostToggleFact(boostPairOf(booster, owner, contentId), 1)));
const turn = (content: Content, ...revisions: number[]) =>
  game.content.publish(...revisions.map((revision) => removal(content, revision)));

describe('XP for content', () => {
  it('a question to one person is paid once at its approval, and guests earn nothing', async () => {
    const [asker, hidden, targetId] = [randomUUID(), randomUUID(), randomUUID()];
    const questions = [named(asker), anonymousOwner(hidden), { accountId: null, sealed: null }].map(newContent);
    await game.content.publish(
      ...questions.map(({ contentId, owner }) => questionAsked(owner, { questionId: contentId, targetId })),
    );
    await game.settled();
    expect([await game.xp(asker), await game.xp(hidden)]).toEqual([0, 0]);
    const approvals = questions.map(({ contentId, owner }) => questionApproved(owner, targetId, contentId));
    await game.content.publish(approvals[0]!, ...approvals);
    await game.hasXp(asker, 15);
    await game.hasXp(hidden, 15);
    expect(await game.activities(asker)).toMatchObject([
      { rule: 'question-approved', amount: 15, contentType: 'question' },
    ]);
  });

  it('an episode is paid when it is published', async () => {
    const author = randomUUID();
    await game.content.publish(podcastPublished(author));
    await game.hasXp(author, 20);
    expect(await game.activities(author)).toMatchObject([{ rule: 'podcast-published', contentType: 'podcast' }]);
  });

  it('the author loses XP while the content is removed, and boosters keep theirs', async () => {
    const [author, booster] = [randomUUID(), randomUUID()];
    const question = newContent(named(author));
    await ask(question);
    await boost(question, booster);
    await game.hasXp(author, 13);
    await turn(question, 1, 1);
    await game.hasXp(author, 0);
    expect(await game.xp(booster)).toBe(5);
    const reversed = { counted: 0, isReversed: true, reversedBecause: 'The content was removed' };
    expect(await game.activities(author)).toMatchObject([reversed, reversed]);
    await turn(question, 2);
    await game.hasXp(author, 13);
    expect((await game.activities(author)).every(({ isReversed }) => !isReversed)).toBe(true);
  });

  it('when an entry is reversed, an entry that was above the cap counts', async () => {
    const author = randomUUID();
    const questions = Array.from({ length: 4 }, () => newContent(named(author)));
    await ask(...questions);
    await game.hasXp(author, 30);
    await turn(questions[0]!, 1);
    await game.settled();
    expect(await game.xp(author)).toBe(30);
    await turn(questions[1]!, 1);
    await game.hasXp(author, 20);
  });

  it('a boost of removed content counts for the owner once the content is restored', async () => {
    const [author, booster] = [randomUUID(), randomUUID()];
    const question = newContent(named(author));
    await turn(question, 1);
    // Waits, because two consumers apply each removal, in any order.
    await game.settled();
    await boost(question, booster);
    await game.hasXp(booster, 5);
    expect(await game.xp(author)).toBe(0);
    await turn(question, 2);
    await game.hasXp(author, 3);
  });

  it('a removed anonymous post loses XP in a later pool, and regains it when restored', async () => {
    const [author, booster] = [randomUUID(), randomUUID()];
    const question = newContent(anonymousOwner(author));
    await ask(question);
    await boost(question, booster, author);
    await game.hasXp(author, 18);
    for (const [revisions, xp] of [
      [[1], 5],
      [[2], 18],
      [[3, 4, 5], 5],
    ] as const) {
      await turn(question, ...revisions);
      await game.hasXp(author, xp);
    }
    expect(await game.xp(booster)).toBe(5);
  });

  it('a second anonymous reply earns 0, but every reply has a row', async () => {
    const [author, questionId] = [randomUUID(), randomUUID()];
    const owner = anonymousOwner(author);
    const replies = [0, 1].map(() => replyPosted(owner, named(randomUUID()), { questionId }));
    const ids = replies.map(({ data }) => (data as { replyId: string }).replyId);
    const remove = (contentId: string) =>
      game.content.publish(removal({ contentId, owner, contentType: 'discussion' }, 1));
    await game.content.publish(...replies);
    await game.hasXp(author, 15);
    expect(await game.count('anonymous_posts where content_id = any($1)', [ids])).toBe(2);
    await remove(ids[1]!);
    await game.settled();
    expect(await game.xp(author)).toBe(15);
    await remove(ids[0]!);
    await game.hasXp(author, 0);
  });

  it('XP is the same for any order of boosts and removals', async () => {
    const authors = [1, 2, 3, 4].map((seed) => ({ seed, id: randomUUID() }));
    for (const { seed, id } of authors) {
      const question = newContent(named(id));
      const boosts = Array.from({ length: 9 }, (_, number) => {
        const pair = boostPairOf(randomUUID(), question.owner, question.contentId);
        return Array.from({ length: 1 + (number % 2) }, (_unused, toggle) => boostToggleFact(pair, toggle + 1));
      }).flat();
      const removals = [1, 2, 3, 4].map((revision) => removal(question, revision));
      await Promise.all([
        game.engagement.publish(...seededShuffle(boosts, seed)),
        game.content.publish(
          questionAsked(question.owner, { questionId: question.contentId }),
          ...removals.slice(0, seed),
        ),
      ]);
    }
    await game.settled();
    for (const { seed, id } of authors) await game.hasXp(id, seed % 2 === 1 ? 0 : 25);
  });
});
