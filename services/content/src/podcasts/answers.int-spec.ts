import { randomUUID } from 'node:crypto';
import { contentRpc, exportsRpc, limits, type Mutes, noMutes, type Refusal } from '@hearsay/contracts';
import { eventually, readAllPages } from '@hearsay/testing';
import { expect, test } from '@jest/globals';
import { ContentUnderTest, expectRefusal } from '../content.suite.js';

const content = new ContentUnderTest();
const { ask, latch, published, remove, removeEpisode, maya, jonas } = content;

const set = async (id: string, answers: object[], as = maya, context: object = {}) => {
  const input = { id, answers: answers as { questionId: string; at: number }[] };
  return (await content.call(contentRpc.setPodcastAnswers, input, as, context)).answers;
};
const answersOf = async (id: string) => (await content.call(contentRpc.podcast, { id }, jonas)).answers;
const answeredIn = async (questionId: string, mutes: Mutes = noMutes) =>
  (await content.call(contentRpc.answeredIn, { questionId, mutes }, null)).answeredIn;
const isAnswered = async (questionId: string) =>
  (await content.call(contentRpc.roomHeads, { questionIds: [questionId] }, null)).rooms[0]?.isAnswered;
const marks = async (id: string) =>
  content.rows<{ at: number | null; revision: number }>(
    `select data ->> 'at' as at, (data ->> 'revision')::int as revision from events
     where type = 'PodcastAnswerMarked' and data ->> 'podcastId' = $1 order by version`,
    id,
  );

test('an episode lists its marked answers by time, and its author can change them', async () => {
  const episode = await published();
  const [first, second] = [await ask({ title: 'Why?' }, jonas), await ask({ title: 'Who?', isAnonymous: true }, jonas)];
  expect(await isAnswered(first.id)).toBe(false);
  const both = [
    { questionId: second.id, title: 'Who?', at: 0.5 },
    { questionId: first.id, title: 'Why?', at: 1.5 },
  ];
  const wanted = [...both].reverse().map(({ questionId, at }) => ({ questionId, at }));
  const key = { idempotencyKey: 'answers-1' };
  expect(await set(episode.id, wanted, maya, key)).toEqual(both);
  expect(await set(episode.id, wanted, maya, key)).toEqual(both);
  await set(episode.id, wanted);
  expect(await answersOf(episode.id)).toEqual(both);
  expect(await answeredIn(first.id)).toEqual([{ podcastId: episode.id, title: episode.title, at: 1.5 }]);
  expect(await isAnswered(first.id)).toBe(true);
  await set(episode.id, [{ questionId: first.id, at: 1 }]);
  expect(await answersOf(episode.id)).toEqual([{ questionId: first.id, title: 'Why?', at: 1 }]);
  expect([await answeredIn(second.id), await isAnswered(second.id)]).toEqual([[], false]);
  await set(episode.id, []);
  expect(await answersOf(episode.id)).toEqual([]);
  expect((await marks(episode.id)).map(({ revision }) => revision)).toEqual([1, 1, 2, 2, 3]);
});

test('setting the answers also withdraws one that another process has just set', async () => {
  const episode = await published();
  const [first, second] = [await ask({}, jonas), await ask({}, jonas)];
  const other = await content.pool.connect();
  await other.query('begin');
  await other.query('select from podcasts where id = $1 for update', [episode.id]);
  const setting = set(episode.id, [{ questionId: second.id, at: 1 }]);
  await eventually('the call waits for the episode', async () => (await content.service.countWaiting()) === 1);
  await other.query('insert into episode_answers values ($1, $2, 0.5, 1)', [episode.id, first.id]);
  await other.query('commit');
  other.release();
  expect((await setting).map(({ questionId }) => questionId)).toEqual([second.id]);
});

test('`answeredIn` leaves out episodes of muted people', async () => {
  const [episode, muted] = [await published(maya), await published(jonas)];
  const { id: questionId } = await ask({ isAnonymous: true }, jonas);
  await set(episode.id, [{ questionId, at: 1 }]);
  await set(muted.id, [{ questionId, at: 1 }], jonas);
  expect(await answeredIn(questionId)).toHaveLength(2);
  const mutes = { people: [jonas], questions: [] };
  expect((await answeredIn(questionId, mutes)).map(({ podcastId }) => podcastId)).toEqual([episode.id]);
});

test('the daily limit of marked answers counts all episodes of a person together', async () => {
  const author = randomUUID();
  const [first, second] = [await published(author), await published(author)];
  const questions = [await ask({}, jonas), await ask({}, jonas), await ask({}, jonas)];
  const wanted = questions.map(({ id }) => ({ questionId: id, at: 1 }));
  await set(first.id, wanted.slice(0, 1), author);
  await content.rows(
    `insert into episode_answers (podcast_id, question_id, at, revision, marked_at)
     select $1, gen_random_uuid(), 1, 1, now() - interval '1 hour' from generate_series(1, $2::int)`,
    second.id,
    limits.podcastAnswersPerDay - 2,
  );
  const refusal = (await set(first.id, wanted, author).then(String, (error: unknown) => error)) as Refusal;
  expect([refusal.code, refusal.details.limit]).toMatchObject(['rate_limited', { name: 'podcast-answers' }]);
  expect(refusal.details.retryAfter).toBeGreaterThan(82_000);
  expect(await set(first.id, wanted.slice(0, 2), author)).toHaveLength(2);
  // Withdrawn answers and answers marked more than 24 hours ago do not count towards the limit.
  expect(await set(first.id, [], author)).toEqual([]);
  await content.rows(
    `update episode_answers set marked_at = now() - interval '25 hours' where podcast_id = $1`,
    second.id,
  );
  expect(await set(first.id, wanted, author)).toHaveLength(3);
});

test("only an episode's author marks answers, only in its length, to open questions", async () => {
  const episode = await published();
  const open = await ask({}, jonas);
  const [locked, pending, gone] = [
    await ask({ replyBoostThreshold: 3 }, jonas),
    await ask({ targetId: maya }, jonas),
    await ask({}, jonas),
  ];
  await remove('question', gone.id, jonas);
  const answer = ({ id }: { id: string }, at = 0) => [{ questionId: id, at }];
  await expectRefusal(set(episode.id, answer(open), jonas), 'forbidden');
  for (const { id } of [pending, gone, { id: randomUUID() }])
    await expectRefusal(set(episode.id, answer({ id })), 'not_found');
  await expectRefusal(set(episode.id, answer(locked)), 'conflict');
  const late = (await set(episode.id, answer(open, 2.5)).catch((error: unknown) => error)) as Refusal;
  expect([late.code, late.details.fields]).toEqual(['invalid_input', { '0.at': 'The episode ends after 2 seconds' }]);
  await latch(locked.id, 3);
  expect(await set(episode.id, answer(locked))).toMatchObject(answer(locked));
  await removeEpisode(episode.id, maya);
  await expectRefusal(set(episode.id, answer(open)), 'not_found');
});

test('no read shows an answer if its question or episode is not open to everyone', async () => {
  const author = randomUUID();
  const [episode, other] = [await published(author), await published(maya)];
  const [kept, gone] = [await ask({}, jonas), await ask({}, jonas)];
  const wanted = [kept, gone].map(({ id }) => ({ questionId: id, at: 1 }));
  for (const [id, as] of [
    [episode.id, author],
    [other.id, maya],
  ] as const)
    await set(id, wanted, as);
  // Inserts answers to a locked and a pending question by SQL, because every command would refuse them.
  const withheld = [await ask({ replyBoostThreshold: 3 }, jonas), await ask({ targetId: maya }, jonas)];
  for (const { id } of withheld) {
    await content.rows('insert into episode_answers values ($1, $2, 1, 1)', episode.id, id);
    expect(await answeredIn(id)).toEqual([]);
  }
  await remove('question', gone.id, jonas);
  expect(await answersOf(episode.id)).toEqual([{ questionId: kept.id, title: kept.title, at: 1 }]);
  expect(await answeredIn(gone.id)).toEqual([]);
  const exported = async () =>
    (await readAllPages(content.call, exportsRpc.exportedAnswers, author)).flatMap(({ answers }) => answers);
  expect((await exported()).map(({ questionId }) => questionId).sort()).toEqual(
    [kept, gone, ...withheld].map(({ id }) => id).sort(),
  );
  const wipe = randomUUID();
  await content.hide(author, wipe);
  expect((await answeredIn(kept.id)).map(({ podcastId }) => podcastId)).toEqual([other.id]);
  expect(await exported()).toEqual([]);
  await content.finished(wipe);
  await content.show(wipe);
  await content.finished(wipe);
  expect((await answeredIn(kept.id)).map(({ podcastId }) => podcastId).sort()).toEqual([episode.id, other.id].sort());
  await removeEpisode(other.id, maya);
  expect((await answeredIn(kept.id)).map(({ podcastId }) => podcastId)).toEqual([episode.id]);
});
