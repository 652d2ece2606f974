import { defaultDailyCaps, xpAmounts } from '@hearsay/game-rules';
import { beforeAll, expect, it } from '@jest/globals';
import { AcknowledgedActs, boostKeyOf } from './exact/acts.ts';
import { checkBookmarks, checkBoosts, checkCounters, checkRooms, checkXp } from './exact/checks.ts';
import { pick, seededRandom } from './seeded-random.ts';
import { untilReadyAndSettled } from './settled.ts';
import type { System } from './system.ts';
import { registerPeople } from './system-for-block.ts';

const actCount = 1600;
const atOnce = 24;
/** Enough boosts to exceed the daily cap twice, because the test may run past midnight. */
const boostsBeyondCap = (2 * (defaultDailyCaps['boost-given'] ?? 0)) / xpAmounts['boost-given'] + 2;

export const exactCountsJourney = (system: System): void => {
  const people = registerPeople(system, 'one', 'two', 'three', 'four');
  const acts = new AcknowledgedActs(people);

  beforeAll(async () => {
    const chance = seededRandom('a random mix of acts');
    for (const author of people.slice(0, 3)) await acts.ask(author, 'Whose turn is it?');
    // One person's acts on one content run in order, so that the last answer is the last state. All other acts race.
    const lastOf = new Map<string, Promise<void>>();
    const running = new Set<Promise<void>>();
    const begin = (place: string, act: () => Promise<void>) => {
      const done = (lastOf.get(place) ?? Promise.resolve()).then(act);
      lastOf.set(place, done);
      running.add(done);
      const leave = () => running.delete(done);
      done.then(leave, leave);
    };
    for (let act = 0; act < actCount; act += 1) {
      const person = pick(people, chance);
      const kind = chance();
      if (kind < 0.2) {
        const question = pick(acts.questions, chance);
        begin(`reply ${act}`, () => acts.say(person, question, `Act ${act}`));
      } else if (kind < 0.25) {
        const target = pick(acts.targets, chance);
        begin(`bookmark ${boostKeyOf(target, person)}`, () => acts.bookmark(person, target));
      } else {
        const target = pick(acts.targets, chance);
        const wanted = chance() < 0.3 ? undefined : chance() < 0.85;
        begin(boostKeyOf(target, person), () => acts.boost(person, target, wanted));
      }
      if (act === 2) begin('threshold', () => acts.lowerThreshold(pick(acts.questions, chance)));
      if (running.size >= atOnce) await Promise.race(running);
    }
    await Promise.all(running);
    const eager = people[0];
    const ofOthers = acts.targets.filter(({ author }) => author !== eager).slice(0, boostsBeyondCap);
    expect(ofOthers).toHaveLength(boostsBeyondCap);
    for (const target of ofOthers) {
      begin(boostKeyOf(target, eager), () => acts.boost(eager, target, true));
      if (running.size >= atOnce) await Promise.race(running);
    }
    await Promise.all(running);
    await untilReadyAndSettled(system);
  });

  it('people see exactly the acknowledged boosts', () => checkBoosts(acts));

  it('people see exactly the acknowledged bookmarks', () => checkBookmarks(acts));

  it('counters equal the rows of boosts and the state folded from events', () => checkCounters(system, acts));

  it('rooms contain every reply once, and their numbers have no gaps', () => checkRooms(acts));

  it('XP equal the capped ledger, and the ledger equals the XP of the acts', async () => {
    const { worth, counted } = await checkXp(system, acts);
    expect(counted).toBeLessThan(worth);
  });
};
