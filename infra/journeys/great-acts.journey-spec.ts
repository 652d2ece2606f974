import { beforeAll, describe, expect, it } from '@jest/globals';
import { withDatabase } from '../bench/whole-system.ts';
import type { Community } from '../bench/years/community.ts';
import { type CommunityWithSubjects, fillCommunity } from '../bench/years/fill.ts';
import { boostDuring, greatActsOf } from '../bench/years/great-acts.ts';
import { untilReadyAndSettled } from './settled.ts';
import type { System } from './system.ts';
import { systemForBlock } from './system-for-block.ts';

const community: Community = {
  accounts: 3000,
  questions: 1300,
  replies: 0,
  boosts: 2600,
  followers: 2500,
  followed: 0,
  posts: 1000,
  asks: 0,
  messages: 0,
  bookmarks: 10,
  muted: 10,
  wordRules: 10,
  questionsPerLock: 7,
  greatLock: 1000,
  listeners: 10,
};
const eventsBehind = 10_000;

const countsOf = async (system: System, questionIds: readonly string[]) => {
  const read = (service: string, text: string) =>
    withDatabase(system, service, async (client) => (await client.query(text, [questionIds])).rows);
  return {
    counters: await read(
      'engagement',
      'select content_id as id, boosts, revision from counters where content_id = any($1) order by 1',
    ),
    rows: await read(
      'engagement',
      `select content_id as id, (count(*) filter (where is_boosted))::int as boosts, sum(toggle)::int as revision
       from boosts where content_id = any($1) group by 1 order by 1`,
    ),
    copies: await read(
      'content',
      'select content_id as id, boosts, boosts_revision as revision from content_counts where content_id = any($1) order by 1',
    ),
  };
};

const togglesOf = (system: System, accountId: string) =>
  withDatabase(system, 'engagement', async (client) => {
    const { rows } = await client.query(
      'select coalesce(sum(toggle), 0)::int as toggles from boosts where account_id = $1',
      [accountId],
    );
    return rows[0].toggles as number;
  });

describe('large acts', () => {
  const system = systemForBlock();
  let years: CommunityWithSubjects;

  beforeAll(async () => {
    years = await fillCommunity(system, community);
    await untilReadyAndSettled(system);
  });

  it('during large acts, boosts of another person succeed and counts stay exact', async () => {
    let made = 0;
    for (const act of greatActsOf(system, years, community, eventsBehind)) {
      await act.prepare?.();
      const { stranger } = years.people;
      const before = await togglesOf(system, stranger.user.id);
      const boosts = await boostDuring(stranger, years.boosted, act.run, made);
      made += boosts.all.length;
      expect([act.name, act.isOutage ? boosts.refusedAfterSuccess : boosts.refused]).toEqual([act.name, 0]);
      if (act.counted) expect(act.counted()).toMatchObject({ isTooMuch: false });
      await untilReadyAndSettled(system);
      // While a server is away, a boost may be applied although its answer is lost.
      const toggles = (await togglesOf(system, stranger.user.id)) - before;
      expect(toggles).toBeGreaterThanOrEqual(boosts.all.length - boosts.refused);
      expect(toggles).toBeLessThanOrEqual(boosts.all.length);
      const { counters, rows, copies } = await countsOf(system, years.boosted);
      expect(rows).toEqual(counters);
      expect(copies).toEqual(counters);
    }
  });
});
