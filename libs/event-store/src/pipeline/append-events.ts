import type { AppendedEvent, Transaction } from '../log/events.js';

/** Appends events to the log, in the order given. */
export const appendEvents = async (tx: Transaction, events: readonly AppendedEvent[]): Promise<void> => {
  if (events.length === 0) return;
  await tx.query({
    name: 'append-events',
    text: `insert into events (epoch, event_id, stream, version, type, schema_version, shard, data, meta)
           select (select epoch from store_epoch), e.event_id, e.stream, e.version, e.type, e.schema_version, e.shard, e.data, e.meta
           from unnest($1::uuid[], $2::text[], $3::int[], $4::text[], $5::smallint[], $6::smallint[], $7::jsonb[], $8::jsonb[])
             with ordinality as e (event_id, stream, version, type, schema_version, shard, data, meta, place)
           order by e.place`,
    values: [
      events.map((event) => event.eventId),
      events.map((event) => event.stream),
      events.map((event) => event.version),
      events.map((event) => event.type),
      events.map((event) => event.schemaVersion),
      events.map((event) => event.shard),
      events.map((event) => JSON.stringify(event.data)),
      events.map((event) => JSON.stringify(event.meta)),
    ],
  });
};
