-- One row an entry.
create table xp_entries (
  entry_id uuid primary key,
  account_id uuid not null,
  rule text not null,
  amount integer not null,
  day date not null,
  content_type text,
  content_id uuid,
  created_at timestamptz not null
) with (fillfactor = 80);
create index xp_entries_newest on xp_entries (account_id, created_at desc, entry_id desc);
create index xp_entries_content on xp_entries (content_id) where content_id is not null;

-- Sum of the entries that count, before the cap.
create table day_sums (
  account_id uuid not null,
  rule text not null,
  day date not null,
  amount integer not null,
  primary key (account_id, rule, day)
) with (fillfactor = 70);

-- What the caps left of all days. Grants may take away more than there is: readers show no less than 0. The row is the head of the
-- account's stream.
create table progress (
  account_id uuid primary key,
  counted integer not null,
  level integer not null default 1,
  revision integer not null default 0
) with (fillfactor = 70);

-- Audit of operators' grants. Reasons are words about people: erasable, never in an event.
create table xp_grants (entry_id uuid primary key, reason text not null, granted_at timestamptz not null);

-- Content whose entries count nothing while it is removed. The row is the head of the stream of its reversals.
create table reversed_posts (content_id uuid primary key, is_reversed boolean not null, version integer not null) with (fillfactor = 80);

-- Removed content, from content's log: boosts of it count nothing for its owner.
create table removed_contents (content_id uuid primary key, revision integer not null, is_removed boolean not null) with (fillfactor = 80);

-- What boosts earn, from engagement's log: one row a boost, for the booster and, where the content is named, its owner.
create table boost_entries (
  boost_id uuid primary key,
  booster_id uuid not null,
  owner_id uuid,
  content_type text not null,
  content_id uuid not null,
  first_toggle integer not null,
  given_at timestamptz not null,
  toggle integer not null,
  is_live boolean not null,
  is_removed boolean not null default false
) with (fillfactor = 80);
create index boost_entries_content on boost_entries (content_id);
create index boost_entries_given on boost_entries (booster_id, given_at desc, boost_id desc);
-- The owner's entry has the id of the boost with its last bit turned over.
create index boost_entries_received on boost_entries (
  owner_id, given_at desc, ((left(boost_id::text, 35) || translate(right(boost_id::text, 1), '0123456789abcdef', '1032547698badcfe'))::uuid) desc
) where owner_id is not null;
create table boost_day_sums (
  account_id uuid not null,
  rule text not null,
  day date not null,
  amount integer not null,
  primary key (account_id, rule, day)
) with (fillfactor = 70);
create table boost_totals (account_id uuid primary key, counted integer not null) with (fillfactor = 70);

-- What anonymous posts earn until the next pool. Sealed in full: no account, amount, cause or time.
create table waiting_xp (id uuid primary key, sealed text not null);
-- The truth of a pool: it is due until everything behind it is done.
create table xp_pools (due_at timestamptz primary key);
-- What pools have paid, found by tags of a person and of a person's day. Amounts and accounts are sealed.
create table anonymous_entries (entry_id uuid primary key, tag text not null, sealed text not null, paid_at timestamptz not null);
create index anonymous_entries_newest on anonymous_entries (tag, paid_at desc, entry_id desc);
create index anonymous_entries_pool on anonymous_entries (paid_at);
create table anonymous_totals (tag text primary key, sealed text not null);
create table anonymous_days (tag text primary key, sealed text not null);
-- What each anonymous post was worth, sealed in full, so that its removal can take it back; and what removals have taken back.
create table anonymous_posts (content_id uuid primary key, sealed text not null);
create table anonymous_removals (content_id uuid primary key, sealed text not null);

-- People whose level is to be settled.
create table level_checks (account_id uuid primary key, at timestamptz not null, number integer not null default 1);

grant select, insert, update, delete on xp_entries, day_sums, progress, xp_grants, reversed_posts, removed_contents to {role};
grant select, insert, update, delete on boost_entries, boost_day_sums, boost_totals, level_checks to {role};
grant select, insert, update, delete on waiting_xp, xp_pools, anonymous_entries, anonymous_totals, anonymous_days to {role};
grant select, insert, update, delete on anonymous_posts, anonymous_removals to {role};
