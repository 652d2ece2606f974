import type { IfNotReached, Question, QuestionDetail, RoomPage } from '@hearsay/contracts';
import { eventually } from '@hearsay/testing';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { registerPeople } from './a-system.ts';
import { Client } from './client.ts';
import { untilReadyAndSettled } from './settled.ts';
import { rowsOf, type System } from './system.ts';

/** FUZZ_SEED repeats a run, and FUZZ_RUNS sets the number of random stories. */
const seed = Number(process.env.FUZZ_SEED ?? 20_261_127);
const numRuns = Number(process.env.FUZZ_RUNS ?? 16);

const secret = 'I sold the piano';
const boosters = ['one', 'two', 'three', 'four', 'five'] as const;

type Act = { readonly kind: 'boost' | 'undo'; readonly who: number } | { readonly kind: 'lower'; readonly to: number };

const who = fc.nat(boosters.length - 1);
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ kind: fc.constantFrom('boost' as const, 'boost' as const, 'undo' as const), who }),
  fc.record({ kind: fc.constant('lower' as const), to: fc.integer({ min: 0, max: 5 }) }),
);
/** A question and the acts on it. The acts of one turn run at the same time. */
const story = fc.record({
  threshold: fc.integer({ min: 3, max: 6 }),
  isAnonymous: fc.boolean(),
  ifNotReached: fc.constantFrom<(IfNotReached | null)[]>(null, null, 'open', 'delete', 'stay'),
  turns: fc.array(fc.array(act, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 4 }),
});
type Story = typeof story extends fc.Arbitrary<infer T> ? T : never;

const boostedOnce: Story = {
  ...{ threshold: 3, isAnonymous: true, ifNotReached: null },
  turns: [[{ kind: 'boost', who: 0 }]],
};
const certain: readonly Story[] = [
  boostedOnce,
  { ...boostedOnce, ifNotReached: 'delete' },
  { ...boostedOnce, ifNotReached: 'open' },
];

/** Needs two processes of content and two of engagement, so that they handle acts at the same time. */
export const locksJourney = (system: System): void => {
  const visitor = new Client(system);
  const [asker, masked, ...fans] = registerPeople(system, 'asker', 'masked', ...boosters);
  const lower = (client: Client, { id }: Pick<Question, 'id'>, replyBoostThreshold: number) =>
    client.call<Question>('PATCH', `/api/questions/${id}`, { body: { replyBoostThreshold } });
  const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
  const told = async (client: Client, { id }: Pick<Question, 'id'>) =>
    (await client.notificationsAbout(id)).map(({ message }) => message);

  it.each([false, true])(
    'a lock can be lowered by its asker alone, and everyone sees it (anonymous: %s)',
    async (isAnonymous) => {
      const author = isAnonymous ? masked : asker;
      const title = `Who sold the piano, ${isAnonymous ? 'in secret' : 'by name'}?`;
      const question = await author.ask({ title, description: secret, isAnonymous, replyBoostThreshold: 9 });
      const [one, two] = fans;
      for (const fan of [one, two]) await fan.boost('question', question.id);
      for (const [client, status] of [
        [visitor, 401],
        [one, 403],
      ] as const)
        expect((await lower(client, question, 0)).status).toBe(status);
      expect(await lower(author, question, 10)).toMatchObject({ status: 409, body: { code: 'threshold_rises' } });
      expect(await lower(author, question, 3)).toMatchObject({
        status: 200,
        body: { replyBoostThreshold: 3, isRevealed: false },
      });
      expect(await visitor.question(question.id)).toMatchObject({ replyBoostThreshold: 3, description: null });
      expect((await visitor.room(question.id, 0)).entries).toEqual([
        { number: 1, entry: 'threshold', replyBoostThreshold: 3 },
      ]);
      const clients = [visitor, ...fans];
      for (const client of clients) expect(client.received.join('\n')).not.toContain(secret);
      expect(await lower(author, question, 2)).toMatchObject({ body: { isRevealed: true, openedBoosts: 2 } });
      expect(await visitor.question(question.id)).toMatchObject({ description: secret, replyBoostThreshold: 2 });
      await untilReadyAndSettled(system);
      for (const fan of [one, two])
        expect(await told(fan, question)).toEqual([`It is open: “${title}”. You were one of 2.`]);
      expect((await told(author, question)).filter((text) => text.includes('is open'))).toEqual([]);
      if (isAnonymous)
        for (const client of clients) {
          const parts = client.received.filter((text) => text.includes(question.id));
          for (const name of [author.user.id, author.user.username])
            expect(parts.filter((text) => text.includes(name))).toEqual([]);
        }
      // The next question has the same words, so answers with the opened words of this one must not count as leaks.
      for (const client of clients) client.received.length = 0;
    },
  );

  it('a lock opens or deletes its question on the date that the asker has chosen', async () => {
    const ask = (ifNotReached: IfNotReached) =>
      asker.ask({
        title: `And ${ifNotReached}?`,
        description: secret,
        replyBoostThreshold: 3,
        lockUntil: inMs(5000),
        ifNotReached,
      });
    const [opens, goes, stays] = [await ask('open'), await ask('delete'), await ask('stay')];
    const [fan] = fans;
    await fan.boost('question', opens.id);
    const body = { lockUntil: inMs(86_400_000) };
    expect(await asker.call('PATCH', `/api/questions/${opens.id}`, { body })).toMatchObject({
      status: 409,
      body: { code: 'already_boosted' },
    });
    await eventually('the lock is open', async () => (await visitor.question(opens.id)).isRevealed);
    await eventually(
      'the question is gone',
      async () => (await visitor.call('GET', `/api/questions/${goes.id}`)).status === 404,
    );
    expect(await visitor.question(stays.id)).toMatchObject({ isRevealed: false, description: null });
    await untilReadyAndSettled(system);
    expect(await told(fan, opens)).toEqual(['It is open: “And open?”. You boosted it.']);
  });

  it('a lock opens once and never closes again, in any order of acts', async () => {
    const stories = [...fc.sample(story, { numRuns, seed }), ...certain];
    const played = await Promise.all(stories.map((one, index) => play(one, index)));
    // Waits once for all stories, because each wait opens connections to every database.
    await untilReadyAndSettled(system);
    const endings = await Promise.all(played.map(({ question }) => check(question)));
    played.forEach(({ wasOpen }, index) => {
      if (wasOpen) expect(endings[index]).toBe('open');
    });
    // The fixed stories alone cover every ending.
    expect(new Set(endings)).toEqual(new Set(['open', 'locked', 'gone']));
  });

  const play = async ({ threshold, isAnonymous, ifNotReached, turns }: Story, index: number) => {
    const question = await masked.ask({
      ...{ title: `Story ${index}?`, description: `Words ${index}`, isAnonymous, replyBoostThreshold: threshold },
      ...(ifNotReached && { ifNotReached, lockUntil: inMs(6000) }),
    });
    let wasOpen = false;
    for (const turn of turns) {
      await Promise.all(
        turn.map(async (one) => {
          const answer =
            one.kind === 'lower'
              ? await lower(masked, question, one.to)
              : await fans[one.who]!.call('POST', `/api/questions/${question.id}/boost`, {
                  body: { isBoosted: one.kind === 'boost' },
                });
          // 409: the threshold would rise. 404: the question is deleted.
          expect([200, 404, 409]).toContain(answer.status);
        }),
      );
      const isOpen = await isRevealed(question);
      expect([wasOpen, isOpen]).not.toEqual([true, false]);
      wasOpen = isOpen;
    }
    if (ifNotReached && ifNotReached !== 'stay') await eventually('the lock has ended', () => isEnded(question));
    return { question, wasOpen };
  };

  const isEnded = async ({ id }: Question) => {
    const { status, body } = await visitor.call<QuestionDetail>('GET', `/api/questions/${id}`);
    return status === 404 || body.isRevealed;
  };

  const isRevealed = async ({ id }: Question) => {
    const { status, body } = await visitor.call<QuestionDetail>('GET', `/api/questions/${id}`);
    return status === 200 && body.isRevealed;
  };

  const check = async ({ id }: Question): Promise<'open' | 'locked' | 'gone'> => {
    const { status, body } = await visitor.call<QuestionDetail>('GET', `/api/questions/${id}`);
    const [counter] = await rowsOf<{ peak: number }>(
      system,
      'engagement',
      'select peak from counters where content_id = $1',
      [id],
    );
    const reveals = await rowsOf(system, 'content', 'select 1 from reveals where question_id = $1', [id]);
    if (status === 404) {
      expect(reveals).toEqual([]);
      return 'gone';
    }
    const mustBeOpen = body.replyBoostThreshold <= (counter?.peak ?? 0);
    expect([body.isRevealed, body.description === null]).toEqual([mustBeOpen, !mustBeOpen]);
    const { entries } = await visitor.get<RoomPage>(`/api/questions/${id}/room?after=0`);
    expect(entries.filter(({ entry }) => entry === 'revealed')).toHaveLength(mustBeOpen ? 1 : 0);
    expect(reveals).toHaveLength(mustBeOpen ? 1 : 0);
    const thresholds = entries.flatMap((entry) => (entry.entry === 'threshold' ? [entry.replyBoostThreshold] : []));
    expect(thresholds).toEqual([...new Set(thresholds)].sort((a, b) => b - a));
    return mustBeOpen ? 'open' : 'locked';
  };
};
