import { Boosted, Unboosted } from '@hearsay/contracts';
import type { Projector } from '../consumers/consumer-definitions.js';
import { source } from './world.suite.js';

export const consumerNames = ['one', 'two', 'three', 'four', 'five', 'six'];

/**
 * Inserts a row for each event of each consumer. The version is 0 if another process applies events at the same time.
 */
export const recordingProjector = (name: string): Projector => ({
  kind: 'projector',
  name,
  source,
  events: [Boosted, Unboosted],
  tables: ['seen'],
  async apply(tx, events) {
    await tx.query(
      `insert into seen (event_id, stream, version)
       select md5($1 || id)::uuid, $1, (select pg_try_advisory_xact_lock(hashtext($1))::int) from unnest($2::text[]) id
       on conflict (event_id) do update set times = seen.times + 1`,
      [name, events.map(({ eventId }) => eventId)],
    );
  },
});
