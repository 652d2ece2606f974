import { LevelChanged } from '@hearsay/contracts';
import { newestBy, type Projector } from '@hearsay/event-store';

/** Everybody's level as gamification has it; whoever is missing is still at level 1. */
export const levelsProjector: Projector<typeof LevelChanged> = {
  kind: 'projector',
  name: 'levels',
  source: 'gamification',
  events: [LevelChanged],
  tables: ['account_levels'],
  async apply(tx, events) {
    const newest = newestBy(
      events.map(({ data }) => data),
      ({ accountId }) => accountId,
      ({ revision }) => revision,
    );
    const levels = newest.sort((a, b) => (a.accountId < b.accountId ? -1 : 1));
    await tx.query(
      `insert into account_levels (account_id, level, revision)
       select * from unnest($1::uuid[], $2::smallint[], $3::int[])
       on conflict (account_id) do update set level = excluded.level, revision = excluded.revision
       where account_levels.revision < excluded.revision`,
      [levels.map((fact) => fact.accountId), levels.map((fact) => fact.level), levels.map((fact) => fact.revision)],
    );
  },
};
