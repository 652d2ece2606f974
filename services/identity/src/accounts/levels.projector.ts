import { type EventData, LevelChanged } from '@hearsay/contracts';
import type { Projector } from '@hearsay/event-store';

type LevelFact = EventData<typeof LevelChanged>;

/** Everybody's level as gamification has it; whoever is missing is still at level 1. */
export const levelsProjector: Projector<typeof LevelChanged> = {
  kind: 'projector',
  name: 'levels',
  source: 'gamification',
  events: [LevelChanged],
  tables: ['account_levels'],
  async apply(tx, events) {
    const newest = new Map<string, LevelFact>();
    for (const { data } of events) {
      const known = newest.get(data.accountId);
      if (!known || known.revision < data.revision) newest.set(data.accountId, data);
    }
    const levels = [...newest.values()].sort((a, b) => (a.accountId < b.accountId ? -1 : 1));
    await tx.query(
      `insert into account_levels (account_id, level, revision)
       select * from unnest($1::uuid[], $2::smallint[], $3::int[])
       on conflict (account_id) do update set level = excluded.level, revision = excluded.revision
       where account_levels.revision < excluded.revision`,
      [levels.map((fact) => fact.accountId), levels.map((fact) => fact.level), levels.map((fact) => fact.revision)],
    );
  },
};
