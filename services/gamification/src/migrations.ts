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
];
