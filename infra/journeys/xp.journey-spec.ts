import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { askServices } from './operator.ts';
import { settled } from './settled.ts';
import { rowsOf, type System, startJourney } from './system.ts';
import { Group, histories, kinds } from './xp/acts.ts';
import { caps } from './xp/model.ts';
import { compareWithModel } from './xp/standing.ts';

/** FUZZ_SEED, FUZZ_RUNS and FUZZ_PATH repeat or widen what is tried; a failure prints its seed and path. */
const seed = Number(process.env.FUZZ_SEED ?? 20_261_122);
const numRuns = Number(process.env.FUZZ_RUNS ?? 6);
const path = process.env.FUZZ_PATH;

/**
 * Random histories of a few people over some days: questions, answers, boosts, reposts, removals, wipes and their undoing, by name and without,
 * under caps that a few acts meet. What the services count must be what a model counts that was written from the specification.
 */
describe('boosts and XP after a random history', () => {
  let system: System;

  beforeAll(async () => {
    const limits = Object.entries(caps).map(([rule, cap]) => `${rule}=${cap}`);
    system = await startJourney({ env: { DAILY_XP_CAPS: limits.join(',') } });
  });
  afterAll(() => system?.stop());

  it('are what the specification’s rules make of it', async () => {
    const done = new Set<string>();
    let capped = 0;
    await askServices(system, async (calls) => {
      const property = fc.asyncProperty(histories, async (history) => {
        const group = await Group.gather(system, calls);
        for (const act of history) await group.do(act);
        await settled(system);
        await compareWithModel(group);
        for (const kind of group.done) done.add(kind);
        capped += [...group.ids.keys()].filter((who) => group.model.isCapped(who)).length;
      });
      // A shorter history that fails as well would take many minutes to find.
      await fc.assert(property, { seed, numRuns, endOnFailure: true, ...(path !== undefined && { path }) });
    });
    // Nothing is proved by histories in which nothing happens.
    expect([...done].sort()).toEqual([...kinds].sort());
    expect(capped).toBeGreaterThan(0);
  });

  it('are in the counters what the rows are', async () => {
    const different = await rowsOf(
      system,
      'engagement',
      `select content_id, counters.boosts, counters.reposts from counters
         where boosts <> (select count(*) from boosts b where b.content_id = counters.content_id and is_boosted)
           or reposts <> (select count(*) from reposts r where r.content_id = counters.content_id and is_reposted)
           or boosts < 0 or peak < boosts`,
    );
    expect(different).toEqual([]);
  });
});
