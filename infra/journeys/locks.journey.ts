import type { IfNotReached, Question, QuestionDetail, RoomPage } from '@hearsay/contracts';
import { eventually } from '@hearsay/testing';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Client } from './client.ts';
import { untilReadyAndSettled } from './settled.ts';
import { queryRows, type System } from './system.ts';
import { registerPeople } from './system-for-block.ts';

/** FUZZ_SEED repeats a run, and FUZZ_RUNS sets the number of random stories. */
const seed = Number(process.env.FUZZ_SEED ?? 20_261_127);
const numRuns = Number(process.env.FUZZ_RUNS ?? 16);

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
  const [masked, ...fans] = registerPeople(system, 'masked', ...boosters);
  const lower = (client: Client, { id }: Pick<Question, 'id'>, replyBoostThreshold: number) =>
    client.call<Question>('PATCH', `/api/questions/${id}`, { body: { replyBoostThreshold } });
  const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

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
    const [counter] = await queryRows<{ peak: number }>(
      system,
      'engagement',
      'select peak from counters where content_id = $1',
      [id],
    );
    const reveals = await queryRows(system, 'content', 'select 1 from reveals where question_id = $1', [id]);
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
