import { randomUUID } from 'node:crypto';
import { engagementRpc, ReplyPinned, ThresholdLowered } from '@hearsay/contracts';
import { startService } from '@hearsay/service-runtime';
import { randomSealKeys, serviceConfig, sourceFact } from '@hearsay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { counterRows } from '../counters/counter.projection.js';
import { engagement as definition } from '../engagement.definition.js';
import { useEngagement } from '../tests/engagement-under-test.suite.js';

interface Fact {
  readonly type: string;
  readonly data: {
    readonly revision: number;
    readonly boostPeak: number;
    readonly threshold: number;
    readonly hasReachedThreshold: boolean;
  };
}

const engagement = useEngagement();
const { boost, targetOf, countsOf } = engagement;
const lower = (questionId: string, threshold: number) =>
  engagement.call(engagementRpc.applyThreshold, { questionId, threshold }, null);
const factsOf = (questionId: string) =>
  engagement.rows<Fact & Record<string, unknown>>(
    `select type, data from events where data ->> 'contentId' = $1 order by (data ->> 'revision')::int`,
    [questionId],
  );

describe('a threshold that is lowered while people boost', () => {
  let other: Awaited<ReturnType<typeof startService>>;
  beforeAll(async () => {
    const config = { ...serviceConfig(engagement.database.url, engagement.prefix), ...randomSealKeys() };
    other = await startService(definition, config);
  });
  afterAll(() => other.stop());

  it('in any order of boosts and lowerings, exactly one event opens the question', async () => {
    const first = 12;
    const story = async () => {
      const target = targetOf('question', { thresholds: [first] });
      const people = Array.from({ length: 10 }, () => randomUUID());
      const acts = [
        ...people.map((person) => () => boost(target, person, true)),
        ...people.slice(0, 4).map((person) => () => boost(target, person, false)),
        ...[9, 7, 5, 8].map((threshold) => () => lower(target.contentId, threshold)),
      ];
      acts.sort(() => Math.random() - 0.5);
      await Promise.all(acts.map((act) => act()));
      let [peak, threshold, openings] = [0, first, 0];
      for (const { type, data } of await factsOf(target.contentId)) {
        const isApplied = type === 'ThresholdApplied';
        const next = isApplied ? data.threshold : threshold;
        const opens = next <= data.boostPeak && (isApplied ? peak < threshold : peak < next);
        if (opens) {
          expect([type, data.hasReachedThreshold]).toEqual([type, true]);
          openings += 1;
        }
        [peak, threshold] = [data.boostPeak, next];
      }
      expect([threshold, openings]).toEqual([5, peak >= 5 ? 1 : 0]);
      return openings === 1;
    };
    const opened = await Promise.all(Array.from({ length: 12 }, story));
    expect(opened).toContain(true);
    await engagement.rows('delete from counters where revision = 0');
    await engagement.expectSameAfterRebuild(counterRows);
  });

  it('a threshold is never raised, and a repeated call returns the peak', async () => {
    const target = targetOf('question', { thresholds: [3] });
    for (const person of [randomUUID(), randomUUID()]) await boost(target, person);
    expect(await lower(target.contentId, 2)).toEqual({ boostPeak: 2, revision: 3 });
    expect(await lower(target.contentId, 2)).toEqual({ boostPeak: 2, revision: 3 });
    expect(await lower(target.contentId, 3)).toEqual({ boostPeak: 2, revision: 3 });
    expect((await factsOf(target.contentId)).at(-1)!.data).toMatchObject({ threshold: 2, hasReachedThreshold: true });
    expect(await countsOf(target, null)).toMatchObject({ boostCount: 2, revision: 3 });
  });

  it('a lowering in content’s log is applied, and a pinned reply keeps its threshold', async () => {
    const target = targetOf('question');
    await engagement.hearOf(target, null);
    const { questionId, owner } = target;
    const at = { at: new Date().toISOString() };
    const pinned = { questionId, replyId: randomUUID(), boostThreshold: 2, number: 1 };
    const lowered = { questionId, owner, replyBoostThreshold: 3, thresholds: [2, 3], number: 2 };
    const lowest = { ...lowered, replyBoostThreshold: 0, thresholds: [2], number: 3 };
    await engagement.content.publish(sourceFact(ReplyPinned, pinned, at), sourceFact(ThresholdLowered, lowered, at));
    await engagement.content.publish(sourceFact(ThresholdLowered, lowest, at));
    await engagement.settled();
    expect((await factsOf(questionId)).map(({ data }) => data.threshold)).toEqual([3, 0]);
    const opened = [];
    for (const person of [1, 2, 3].map(() => randomUUID())) opened.push((await boost(target, person)).opened);
    expect(opened).toEqual([false, true, false]);
  });
});
