import { selectHome } from './log-home.js';

/** The first migration, as it has run on existing databases: it never changes. */
const eventStoreTables = `
create table store_epoch (epoch integer not null, only_row boolean primary key default true check (only_row));
insert into store_epoch (epoch) values (1);

-- txid: of the appending transaction, or of the last one that had ended when it appended, whichever is newer. A batch gets
-- its id before its locks, so the id alone could put it before a batch of another process that it waited for; readers are
-- safe with any number at or above the own id, and the number rises in the order of the locks.
create table events (
  epoch integer not null,
  txid xid8 not null default greatest(pg_current_xact_id(), ((pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1)::text)::xid8),
  position bigint generated always as identity,
  event_id uuid not null,
  stream text not null,
  version integer not null,
  type text not null,
  schema_version smallint not null,
  shard smallint not null,
  data jsonb not null,
  meta jsonb not null,
  recorded_at timestamptz not null default now(),
  primary key (stream, version)
);
create index events_place on events (epoch, txid, position);

create table stream_heads (stream text primary key, version integer not null default 0) with (fillfactor = 70);
create table claims (key text primary key, taken_at timestamptz not null default now());
create table command_results (
  key bytea primary key,
  payload_hash bytea not null,
  result jsonb,
  created_at timestamptz not null default now()
) with (fillfactor = 70);
create index command_results_age on command_results (created_at);

-- A consumer's place: of the last event whose effects are committed. The sequence is a hint, checked against the place.
create table consumer_places (
  consumer text not null,
  shard smallint not null,
  epoch integer not null,
  txid xid8 not null,
  position bigint not null,
  sequence_hint bigint not null,
  primary key (consumer, shard)
) with (fillfactor = 50);

create table dead_letters (
  id uuid primary key,
  consumer text not null,
  event_id uuid not null,
  event jsonb not null,
  error text not null,
  attempts integer not null,
  created_at timestamptz not null default now(),
  replayed_at timestamptz,
  unique (consumer, event_id)
);

grant select, insert on events to {role};
grant select on store_epoch to {role};
grant select, insert, update, delete on stream_heads, claims, command_results, consumer_places, dead_letters to {role};
`;

const checkpointNames = `
alter table consumer_places rename to consumer_checkpoints;
alter index consumer_places_pkey rename to consumer_checkpoints_pkey;
alter index events_place rename to events_log_position;
`;

const checkpointSlices = `
-- Of an event that is applied in slices: its id, and where the last slice ended.
alter table consumer_checkpoints add column slice_event uuid, add column slice_place text;
`;

/** Where the log lies, so that a copy of it is known as one. It stays empty where the owner may not read it. */
const logHome = `
alter table store_epoch add column system_identifier text, add column timeline integer,
  add column database_oid text, add column table_oid text;
do $$ begin
  update store_epoch set (system_identifier, timeline, database_oid, table_oid) = (select * from (${selectHome}) home);
exception when insufficient_privilege or undefined_function or feature_not_supported then null;
end $$;
`;

/**
 * Tables of every event-sourced service, run before its own migrations by the owner role, in this order. `{role}` is the
 * service's own role: it may append and read events, never change or delete one.
 */
export const eventStoreMigrations: readonly { readonly name: string; readonly sql: string }[] = [
  { name: '0001-event-store', sql: eventStoreTables },
  { name: '0001-event-store-checkpoints', sql: checkpointNames },
  { name: '0001-event-store-slices', sql: checkpointSlices },
  { name: '0001-event-store-home', sql: logHome },
];

/** All of it at once, for a new database. */
export const eventStoreSchema = eventStoreMigrations.map(({ sql }) => sql).join('\n');
