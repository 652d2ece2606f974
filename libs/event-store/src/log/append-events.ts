import type { Transaction } from '../runtime/connections.js';
import type { AppendedEvent } from './events.js';

export const appendEvents = async (tx: Transaction, events: readonly AppendedEvent[]): Promise<void> => {
  await tx.query({
    name: 'append-events',
    text: `insert into events (epoch, event_id, stream, version, type, schema_version, data, meta)
           select (select epoch from store_epoch), e.event_id, e.stream, e.version, e.type, e.schema_version, e.data, e.meta
           from rows from (json_to_recordset($1) as (
             "eventId" uuid, stream text, version int, type text, "schemaVersion" smallint, data jsonb, meta jsonb
           )) with ordinality as e (event_id, stream, version, type, schema_version, data, meta, number)
           order by e.number`,
    values: [JSON.stringify(events)],
  });
};
