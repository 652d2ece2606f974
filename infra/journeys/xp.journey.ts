import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { withServiceCalls } from './operator.ts';
import { untilReadyAndSettled } from './settled.ts';
import type { System } from './system.ts';
import { ActorGroup, actKinds, histories } from './xp/acts.ts';
import { compareWithModel } from './xp/compare.ts';
import { dailyCaps } from './xp/model.ts';

/** FUZZ_SEED and FUZZ_PATH repeat a run, and FUZZ_RUNS sets the number of histories. A failure prints seed and path. */
const seed = Number(process.env.FUZZ_SEED ?? 20_261_122);
const numRuns = Number(process.env.FUZZ_RUNS ?? 6);
const path = process.env.FUZZ_PATH;

/** The daily caps of the model, as gamification's variable DAILY_XP_CAPS. A few acts reach them. */
export const modelCaps = Object.entries(dailyCaps)
  .map(([rule, cap]) => `${rule}=${cap}`)
  .join();

/**
 * After random acts of a few people over some days, the services must have the same counts as a model of the
 * specification. Needs a system with `modelCaps`.
 */
export const xpJourney = (system: System): void => {
  it('boosts and XP match the rules of the specification', async () => {
    const done = new Set<string>();
    let capped = 0;
    await withServiceCalls(system, async (calls) => {
      const property = fc.asyncProperty(histories, async (history) => {
        const group = await ActorGroup.gather(system, calls);
        for (const act of history) await group.perform(act);
        await untilReadyAndSettled(system);
        await compareWithModel(group);
        for (const kind of group.done) done.add(kind);
        capped += [...group.ids.keys()].filter((who) => group.model.isCapped(who)).length;
      });
      // Shrinking would take many minutes.
      await fc.assert(property, { seed, numRuns, endOnFailure: true, ...(path !== undefined && { path }) });
    });
    // The histories must contain every kind of act, and reach a cap.
    expect([...done].sort()).toEqual([...actKinds].sort());
    expect(capped).toBeGreaterThan(0);
  });
};
