import { randomUUID } from 'node:crypto';
import { type Owner, PodcastPublished, QuestionApproved, QuestionAsked } from '@hearsay/contracts';
import { eventually, pairOf, type SourceFact, sourceFact, toggled } from '@hearsay/testing';
import { aService } from '@hearsay/testing/a-service';
import { describe, expect, it } from '@jest/globals';
import { anonymous, at, named, questionAsked, removal, replyPosted, startGamification } from '../gamification.suite.js';
import { seededShuffle } from './seeded-shuffle.suite.js';

const game = aService(() => startGamification({ caps: { 'question-posted': 30 } }));

const hasXp = (accountId: string, xp: number) => eventually(`${xp} XP`, async () => (await game.xp(accountId)) === xp);
/** Waits for all consumers of both sources: two consumers apply a removal independently. */
const settled = () => game.service.settled(game.content, game.engagement);

const targeted = (owner: Owner, questionId: string) => {
  const targetId = randomUUID();
  const asked = sourceFact(
    QuestionAsked,
    {
      questionId,
      titleTextId: randomUUID(),
      descriptionTextId: null,
      owner,
      isAnonymous: owner.accountId === null,
      allowAnonymousAnswers: true,
      replyBoostThreshold: 0,
      targetId,
    },
    { at, routingId: questionId },
  );
  const approved = sourceFact(
    QuestionApproved,
    { questionId, owner, isAnonymous: owner.accountId === null, targetId, number: 1 },
    { at, routingId: questionId },
  );
  return { asked, approved };
};

const published = (accountId: string, podcastId = randomUUID()): SourceFact =>
  sourceFact(
    PodcastPublished,
    {
      podcastId,
      titleTextId: randomUUID(),
      descriptionTextId: null,
      owner: named(accountId),
      mediaType: 'audio',
      mediaKey: 'a',
      duration: 1,
    },
    { at, routingId: podcastId },
  );

describe('XP for content', () => {
  it('of a question to one person is paid once at its approval; guests earn zero', async () => {
    const [asker, hidden] = [randomUUID(), randomUUID()];
    const [open, sealed] = [targeted(named(asker), randomUUID()), targeted(anonymous(hidden), randomUUID())];
    const guest = targeted({ accountId: null, sealed: null }, randomUUID());
    await game.content.publish(open.asked, sealed.asked, guest.asked);
    await settled();
    expect([await game.xp(asker), await game.xp(hidden)]).toEqual([0, 0]);
    await game.content.publish(open.approved, open.approved, sealed.approved, guest.approved);
    await hasXp(asker, 15);
    await hasXp(hidden, 15);
    expect(await game.activities(asker)).toMatchObject([
      { rule: 'question-approved', amount: 15, contentType: 'question' },
    ]);
  });

  it('of an episode is paid when it is published', async () => {
    const author = randomUUID();
    await game.content.publish(published(author));
    await hasXp(author, 20);
    expect(await game.activities(author)).toMatchObject([{ rule: 'podcast-published', contentType: 'podcast' }]);
  });

  it('is taken from its author during a removal, while others keep theirs', async () => {
    const [author, booster] = [randomUUID(), randomUUID()];
    const question = { id: randomUUID(), owner: named(author) };
    await game.content.publish(questionAsked(question.owner, at, question.id));
    await game.engagement.publish(toggled(pairOf(booster, question.owner, question.id), 1));
    await hasXp(author, 13);
    await game.content.publish(removal(question, 1), removal(question, 1));
    await hasXp(author, 0);
    expect(await game.xp(booster)).toBe(5);
    const reversed = { counted: 0, isReversed: true, reversedBecause: 'The content was removed' };
    const receipt = await game.activities(author);
    expect(receipt).toHaveLength(2);
    expect(receipt).toMatchObject([reversed, reversed]);
    await game.content.publish(removal(question, 2));
    await hasXp(author, 13);
    expect((await game.activities(author)).every(({ isReversed }) => !isReversed)).toBe(true);
  });

  it('counts a capped entry when another is reversed', async () => {
    const author = randomUUID();
    const questions = Array.from({ length: 4 }, () => ({ id: randomUUID(), owner: named(author) }));
    await game.content.publish(...questions.map(({ id, owner }) => questionAsked(owner, at, id)));
    await hasXp(author, 30);
    await game.content.publish(removal(questions[0]!, 1));
    await settled();
    expect(await game.xp(author)).toBe(30);
    await game.content.publish(removal(questions[1]!, 1));
    await hasXp(author, 20);
  });

  it('by boosts during its removal counts after its return, in any log order', async () => {
    const [author, booster] = [randomUUID(), randomUUID()];
    const question = { id: randomUUID(), owner: named(author) };
    await game.content.publish(removal(question, 1));
    await settled();
    await game.engagement.publish(toggled(pairOf(booster, question.owner, question.id), 1));
    await hasXp(booster, 5);
    expect(await game.xp(author)).toBe(0);
    await game.content.publish(removal(question, 2));
    await hasXp(author, 3);
  });

  it('of an anonymous post goes and returns in pools, by the same amount', async () => {
    const [author, booster] = [randomUUID(), randomUUID()];
    const question = { id: randomUUID(), owner: anonymous(author) };
    await game.content.publish(questionAsked(question.owner, at, question.id));
    await game.engagement.publish(
      toggled(pairOf(booster, question.owner, question.id), 1),
      toggled(pairOf(author, question.owner, question.id), 1),
    );
    await hasXp(author, 18);
    await game.content.publish(removal(question, 1));
    await hasXp(author, 5);
    await game.content.publish(removal(question, 2));
    await hasXp(author, 18);
    await game.content.publish(removal(question, 3), removal(question, 4), removal(question, 5));
    await hasXp(author, 5);
    expect(await game.xp(booster)).toBe(5);
  });

  it('by a second anonymous reply is zero, with a row for every reply', async () => {
    const author = randomUUID();
    const question = { id: randomUUID(), owner: named(randomUUID()) };
    const replies = [replyPosted(anonymous(author), question), replyPosted(anonymous(author), question)];
    const ids = replies.map(({ data }) => (data as { replyId: string }).replyId);
    await game.content.publish(...replies);
    await hasXp(author, 15);
    const { rows } = await game.service.service.pool.query(
      'select sealed from anonymous_posts where content_id = any($1)',
      [ids],
    );
    expect(rows).toHaveLength(2);
    await game.content.publish(removal({ id: ids[1]!, owner: anonymous(author), type: 'discussion' }, 1));
    await settled();
    expect(await game.xp(author)).toBe(15);
    await game.content.publish(removal({ id: ids[0]!, owner: anonymous(author), type: 'discussion' }, 1));
    await hasXp(author, 0);
  });

  it('is the same in every order of boosts and removals', async () => {
    const authors = [1, 2, 3, 4].map((seed) => ({ seed, id: randomUUID() }));
    for (const { seed, id } of authors) {
      const question = { id: randomUUID(), owner: named(id) };
      const boosts = Array.from({ length: 9 }, (_, number) => {
        const pair = pairOf(randomUUID(), question.owner, question.id);
        return Array.from({ length: 1 + (number % 2) }, (_unused, toggle) => toggled(pair, toggle + 1));
      }).flat();
      const removals = [1, 2, 3, 4].map((revision) => removal(question, revision));
      await Promise.all([
        game.engagement.publish(...seededShuffle(boosts, seed)),
        game.content.publish(questionAsked(question.owner, at, question.id), ...removals.slice(0, seed)),
      ]);
    }
    await settled();
    for (const { seed, id } of authors) await hasXp(id, seed % 2 === 1 ? 0 : 25);
  });
});
