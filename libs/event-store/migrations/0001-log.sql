-- Tables of every event-sourced service. `{role}` is the service's own role: it appends and reads events and never changes or deletes one.

-- Where the log lies, so that a copy of it is known as one. Null where the owner may not read it.
create table store_epoch (
  epoch integer not null,
  only_row boolean primary key default true check (only_row),
  system_identifier text,
  timeline integer,
  database_oid text,
  table_oid text
);
insert into store_epoch (epoch) values (1);

-- txid: of the appending transaction, or of the last one that had ended when it appended, whichever is newer. A batch gets its id before
-- its locks, so the id alone could put it before a batch of another process that it waited for. Readers are safe with any number at or
-- above the own id, and the number rises in the order of the locks.
create table events (
  epoch integer not null,
  txid xid8 not null default greatest(pg_current_xact_id(), ((pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1)::text)::xid8),
  position bigint generated always as identity,
  event_id uuid not null,
  stream text not null,
  version integer not null,
  type text not null,
  schema_version smallint not null,
  data jsonb not null,
  meta jsonb not null,
  recorded_at timestamptz not null default now(),
  primary key (stream, version)
);
create index events_log_position on events (epoch, txid, position);

create table stream_heads (stream text primary key, version integer not null default 0) with (fillfactor = 70);

-- A claim is taken once and for ever.
create table claims (key text primary key, taken_at timestamptz not null default now());

-- Results that repeated calls are answered with.
create table command_results (
  key bytea primary key,
  payload_hash bytea not null,
  result jsonb,
  created_at timestamptz not null default now()
) with (fillfactor = 70);
create index command_results_age on command_results (created_at);

-- The log position of the last event whose effects are committed. The sequence is a hint that is checked against it.
create table consumer_checkpoints (
  consumer text primary key,
  epoch integer not null,
  txid xid8 not null,
  position bigint not null,
  sequence_hint bigint not null,
  -- The event that is being applied in slices, and where its last slice ended.
  slice_event uuid,
  slice_place text
) with (fillfactor = 50);

-- Events that a consumer could not apply.
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
grant select, insert, update, delete on stream_heads, claims, command_results, consumer_checkpoints, dead_letters to {role};

-- The same question as `selectHome` in src/log/log-home.ts, which explains it.
do $$ begin
  update store_epoch set
    system_identifier = (select system_identifier::text from pg_control_system()),
    timeline = case when not pg_is_in_recovery() then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end,
    database_oid = (select oid::text from pg_database where datname = current_database()),
    table_oid = 'events'::regclass::oid::text;
exception when insufficient_privilege or undefined_function or feature_not_supported then null;
end $$;
