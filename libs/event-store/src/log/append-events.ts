import type { Transaction } from '../runtime/connections.js';
import { jsonLines, plainArray } from './array-parameters.js';
import type { AppendedEvent } from './events.js';

export const appendEvents = async (tx: Transaction, events: readonly AppendedEvent[]): Promise<void> => {
  await tx.query({
    name: 'append-events',
    text: `insert into events (epoch, event_id, stream, version, type, schema_version, data, meta)
           select (select epoch from store_epoch), e.event_id, e.stream, e.version, e.type, e.schema_version, e.data::jsonb, e.meta::jsonb
           from unnest($1::uuid[], $2::text[], $3::int[], $4::text[], $5::smallint[], string_to_array($6, E'\\n'), string_to_array($7, E'\\n'))
             with ordinality as e (event_id, stream, version, type, schema_version, data, meta, number)
           order by e.number`,
    values: [
      plainArray(events.map((event) => event.eventId)),
      events.map((event) => event.stream),
      plainArray(events.map((event) => event.version)),
      plainArray(events.map((event) => event.type)),
      plainArray(events.map((event) => event.schemaVersion)),
      jsonLines(events.map((event) => event.data)),
      jsonLines(events.map((event) => event.meta)),
    ],
  });
};
