import type { Migration } from '@hearsay/service-runtime';

export const migrations: readonly Migration[] = [
  {
    name: '0002-boosts',
    sql: `
-- The pair (booster, content) under its own id; the head of its stream and the viewer's own state in one row.
create table boosts (
  boost_id uuid primary key,
  account_id uuid not null,
  content_id uuid not null,
  is_boosted boolean not null default false,
  toggle integer not null default 0,
  version integer not null default 0
) with (fillfactor = 70);

-- Hot: narrow and without any index but the key, so that an update stays inside its page.
create table counters (
  content_id uuid primary key,
  boosts integer not null default 0,
  peak integer not null default 0,
  revision integer not null default 0
) with (fillfactor = 50);

-- What engagement knows of content, copied from content's log.
create table contents (
  content_id uuid primary key,
  content_type text not null,
  question_id uuid not null,
  owner jsonb not null,
  thresholds integer[] not null
);
grant select, insert, update, delete on boosts, counters, contents to {role};
`,
  },
  {
    name: '0003-reposts-and-follows',
    sql: `
-- People's words, erasable without touching the log; events refer to them by id.
create table texts (id uuid primary key, words text not null);

alter table counters add column reposts integer not null default 0;

-- One person's repost of one content under its own id; the head of its stream and the viewer's own state in one row.
create table reposts (
  repost_id uuid primary key,
  reposter_id uuid not null,
  content_type text not null,
  content_id uuid not null,
  question_id uuid not null,
  owner jsonb not null,
  text_id uuid,
  reposted_at timestamptz not null,
  is_reposted boolean not null,
  -- What took it away and may bring it back.
  removal_id uuid,
  toggle integer not null,
  version integer not null
) with (fillfactor = 70);
create index reposts_of on reposts (reposter_id, reposted_at desc, repost_id desc);

create table follows (
  follow_id uuid primary key,
  follower_id uuid not null,
  followed_id uuid not null,
  is_following boolean not null,
  -- Hidden accounts that keep it from counting; it returns with the last of them.
  suspended_by uuid[] not null,
  toggle integer not null,
  version integer not null
) with (fillfactor = 70);
create index follows_of_follower on follows (follower_id);
create index follows_of_followed on follows (followed_id);

-- Locked by whatever changes a follow of this person; narrow and without any index but the key.
create table follow_counts (
  account_id uuid primary key,
  followers integer not null default 0,
  following integer not null default 0
) with (fillfactor = 50);

-- What waits for an approval or was removed can be neither boosted nor reposted. Removals and returns of one content are counted.
alter table contents add column is_pending boolean not null default false, add column is_removed boolean not null default false,
  add column removals integer not null default 0;

grant select, insert, update, delete on texts, reposts, follows, follow_counts to {role};
`,
  },
  {
    name: '0004-follows-in-order',
    sql: `
-- Whom somebody follows, in an order in which it can be read page by page.
create index follows_of_follower_by_id on follows (follower_id, followed_id);
drop index follows_of_follower;
`,
  },
  {
    name: '0005-erasures',
    sql: `
-- Words of reposts that go when the repost, or what it is of, has been away for long enough.
create table repost_erasures (repost_id uuid, removal_id uuid, due_at timestamptz not null, primary key (repost_id, removal_id));
create index repost_erasures_due on repost_erasures (due_at);
create table content_erasures (content_id uuid primary key, removals integer not null, due_at timestamptz not null);
create index content_erasures_due on content_erasures (due_at);
create index reposts_under on reposts (question_id);

-- What was removed before anybody kept a list of it.
insert into repost_erasures select repost_id, removal_id, clock_timestamp() + interval '72 hours' from reposts
  where not is_reposted and text_id is not null and removal_id is not null;
insert into content_erasures select content_id, removals, clock_timestamp() + interval '72 hours' from contents where is_removed;

grant select, insert, update, delete on repost_erasures, content_erasures to {role};
`,
  },
  {
    name: '0006-later-erasures',
    sql: `
-- What went with all that a person has posted may still be on its way back behind the 72 hours. Which of these did is not known, so all have the longer time.
update content_erasures set due_at = due_at + interval '26 hours';
update repost_erasures set due_at = due_at + interval '1 hour';
`,
  },
  {
    name: '0007-hidings-in-slices',
    sql: `
-- Followers and reposts of somebody, in an order in which they can be read slice by slice.
create index follows_of_followed_by_id on follows (followed_id, follower_id);
drop index follows_of_followed;
create index reposts_of_reposter_by_id on reposts (reposter_id, repost_id);

create table newest_hidings (account_id uuid primary key, revision integer not null);
grant select, insert, update, delete on newest_hidings to {role};
`,
  },
];
