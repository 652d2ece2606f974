import type { Migration } from '@hearsay/service-runtime';

export const migrations: readonly Migration[] = [
  {
    name: '0002-ledger',
    sql: `
-- One row an entry. What is reversed keeps its row, so that it can be shown and restored.
create table xp_entries (
  entry_id uuid primary key,
  account_id uuid not null,
  rule text not null,
  amount integer not null,
  day date not null,
  content_type text,
  content_id uuid,
  is_live boolean not null,
  reversed_because text,
  created_at timestamptz not null
) with (fillfactor = 80);
create index xp_entries_newest on xp_entries (account_id, created_at desc, entry_id desc);
create index xp_entries_day on xp_entries (account_id, rule, day);

-- Sum of the live entries, before the cap.
create table day_sums (
  account_id uuid not null,
  rule text not null,
  day date not null,
  amount integer not null,
  primary key (account_id, rule, day)
) with (fillfactor = 70);

-- What the caps left of all days. Grants may take away more than there is: readers show no less than 0.
create table progress (account_id uuid primary key, counted integer not null) with (fillfactor = 70);

-- Private: the only place that joins what an anonymous post earned to the post. Later acts about it find their entry here.
create table unlinked_entries (
  cause text primary key,
  entry_id uuid not null unique,
  sealed_owner text not null,
  rule text not null,
  amount integer not null,
  day date not null,
  content_type text not null,
  content_id uuid not null,
  toggle integer not null,
  is_live boolean not null
) with (fillfactor = 80);
create index unlinked_entries_content on unlinked_entries (content_id);

-- The truth of a delayed job: from due_at on, the entry of this cause is brought to what unlinked_entries says.
create table due_xp (id uuid primary key, cause text not null references unlinked_entries, due_at timestamptz not null);
create index due_xp_next on due_xp (due_at);

-- Audit of operators' grants. Reasons are words about people: erasable, never in an event.
create table xp_grants (entry_id uuid primary key, reason text not null, granted_at timestamptz not null);

grant select, insert, update, delete on xp_entries, day_sums, progress, unlinked_entries, due_xp, xp_grants to {role};
`,
  },
  {
    name: '0003-levels-in-progress',
    sql: `
-- A person's row is the head of their account's stream, an entry's row that of its own: both are locked and read anyway.
alter table progress add column level integer not null default 1, add column revision integer not null default 0;
update progress set level = last.level, revision = last.revision
from (
  select distinct on (stream) data->>'accountId' as account_id, (data->>'level')::int as level, (data->>'revision')::int as revision
  from events where type = 'LevelChanged' order by stream, version desc
) as last where progress.account_id = last.account_id::uuid;

alter table xp_entries add column toggle integer not null default 0, add column version integer not null default 1;
update xp_entries set version = last.version, toggle = last.toggle
from (
  select distinct on (stream) data->>'entryId' as entry_id, version, coalesce((data->>'toggle')::int, 0) as toggle
  from events where type in ('XpEarned', 'XpReversed', 'XpRestored') order by stream, version desc
) as last where xp_entries.entry_id = last.entry_id::uuid;
delete from stream_heads where stream like 'xp-%' or stream like 'account-%';

-- A day's entries follow each other in the index of the newest ones.
drop index xp_entries_day;

-- The level is settled together with the XP that moves it: nobody follows the own log any more.
delete from consumer_checkpoints where consumer = 'levels';
delete from dead_letters where consumer = 'levels';
`,
  },
];
