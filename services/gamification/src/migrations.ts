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
  {
    name: '0004-boosts-projected-and-anonymous-xp-sealed',
    sql: `
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
  is_live boolean not null
) with (fillfactor = 80);
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
-- What pools have paid, found by tags of a person and of a person's day; amounts and accounts are sealed.
create table anonymous_entries (entry_id uuid primary key, tag text not null, sealed text not null, paid_at timestamptz not null);
create index anonymous_entries_newest on anonymous_entries (tag, paid_at desc, entry_id desc);
create index anonymous_entries_pool on anonymous_entries (paid_at);
create table anonymous_totals (tag text primary key, sealed text not null);
create table anonymous_days (tag text primary key, sealed text not null);

-- People whose level is to be settled.
create table level_checks (account_id uuid primary key, at timestamptz not null, number integer not null default 1);
-- While boosts of before are counted anew: how far they had been counted.
create table recounts (epoch integer not null, txid xid8 not null, position bigint not null);

grant select, insert, update, delete on boost_entries, boost_day_sums, boost_totals, waiting_xp, xp_pools, anonymous_entries,
  anonymous_totals, anonymous_days, level_checks, recounts to {role};

insert into recounts select epoch, txid, position from consumer_checkpoints where consumer = 'boosts' and epoch > 0;
insert into consumer_checkpoints (consumer, shard, epoch, txid, position, sequence_hint)
select 'anonymous-boosts', shard, epoch, txid, position, sequence_hint from consumer_checkpoints where consumer = 'boosts';
delete from consumer_checkpoints where consumer = 'boosts';
update dead_letters set consumer = 'anonymous-boosts' where consumer = 'boosts';

-- What was paid or waited for anonymous posts, for the upgrade, which has the key: it seals this and drops it.
create table anonymous_xp_of_before as
select e.account_id, u.sealed_owner, u.rule, u.day::text as day, u.amount, coalesce(e.is_live, false) as is_paid, u.is_live as is_wanted
from unlinked_entries u left join xp_entries e using (entry_id);
drop table due_xp, unlinked_entries;

delete from xp_entries where rule in ('boost-given', 'boost-received') or (content_id is null and rule <> 'operator-grant');
alter table xp_entries drop column is_live, drop column reversed_because, drop column toggle, drop column version;
truncate day_sums;
insert into day_sums (account_id, rule, day, amount) select account_id, rule, day, sum(amount) from xp_entries group by account_id, rule, day;
`,
  },
  {
    // Events of boosts follow from engagement's log now; those of anonymous posts named their authors, at the times of their acts.
    name: '0005-no-events-of-boosts-and-anonymous-posts',
    isInChunks: true,
    sql: `
delete from events where (stream, version) in (
  select stream, version from events
  where type in ('XpReversed', 'XpRestored') or (type = 'XpEarned' and (data ->> 'rule' in ('boost-given', 'boost-received')
    or (data ->> 'contentId' is null and data ->> 'rule' <> 'operator-grant')))
  limit 5000
)`,
  },
  {
    name: '0006-removed-contents',
    sql: `
create index xp_entries_content on xp_entries (content_id) where content_id is not null;
-- Content whose entries count nothing while it is removed; head of the stream of its reversals.
create table reversed_posts (content_id uuid primary key, is_reversed boolean not null, version integer not null) with (fillfactor = 80);
-- What is removed now, from content's log: boosts of it count nothing for its owner.
create table removed_contents (content_id uuid primary key, revision integer not null, is_removed boolean not null) with (fillfactor = 80);
alter table boost_entries add column is_removed boolean not null default false;
create index boost_entries_content on boost_entries (content_id);

-- What each anonymous post was worth, sealed in full, so that its removal can take it back; and what removals have taken back.
create table anonymous_posts (content_id uuid primary key, sealed text not null);
create table anonymous_removals (content_id uuid primary key, sealed text not null);
grant select, insert, update, delete on reversed_posts, removed_contents, anonymous_posts, anonymous_removals to {role};
`,
  },
  {
    name: '0007-xp-of-author-ids',
    sql: 'drop table if exists anonymous_xp_of_before;',
  },
];
