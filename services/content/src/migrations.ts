import type { Migration } from '@hearsay/service-runtime';

export const migrations: readonly Migration[] = [
  {
    name: '0002-questions',
    sql: `
-- People's words, erasable without touching the log; events refer to them by id.
create table texts (id uuid primary key, words text not null);

-- A question and its room: last_number is the room's head, locked by every write that changes what viewers see.
create table questions (
  id uuid primary key,
  version integer not null,
  owner jsonb not null,
  is_anonymous boolean not null,
  allow_anonymous_answers boolean not null,
  title_text_id uuid not null,
  description_text_id uuid,
  threshold integer not null,
  -- Highest threshold that was ever reached; what needs no more than this is open for ever.
  latched integer not null default 0,
  last_number integer not null default 0,
  discussion_count integer not null default 0,
  created_at timestamptz not null
) with (fillfactor = 70);
create index questions_recent on questions (created_at desc, id desc);

create table replies (
  id uuid primary key,
  question_id uuid not null,
  number integer not null,
  owner jsonb not null,
  is_anonymous boolean not null,
  parent_reply_id uuid,
  text_id uuid not null,
  -- Its own threshold; 0 = the question's.
  threshold integer not null default 0,
  created_at timestamptz not null,
  unique (question_id, number)
);

create table reveals (
  question_id uuid not null,
  number integer not null,
  threshold integer not null,
  reveal_count integer not null,
  primary key (question_id, number)
);

-- Who wrote what anonymously: apart from the rows that are read for others.
create table sealed_owners (content_id uuid primary key, account_id uuid not null);

-- Copied from engagement's log: boosts of questions, for the order of lists only.
create table boost_ranks (question_id uuid primary key, boosts integer not null, revision integer not null) with (fillfactor = 70);
create index boost_ranks_order on boost_ranks (boosts desc, question_id desc);

-- Orders that somebody is scrolling through: can be lost, then reading begins again at the first page.
create unlogged table frozen_lists (
  id uuid primary key,
  sort text not null,
  question_ids uuid[] not null,
  made_at timestamptz not null default clock_timestamp(),
  used_at timestamptz not null default clock_timestamp()
);
create index frozen_lists_newest on frozen_lists (sort, made_at desc);

grant select, insert, update, delete on texts, questions, replies, reveals, sealed_owners, boost_ranks, frozen_lists to {role};
`,
  },
  {
    name: '0003-tags-of-sealed-owners',
    sql: `
-- By the tag an author finds their own anonymous posts; named posts have none. The upgrade fills it: it needs the key.
alter table questions add column owner_tag text;
alter table replies add column owner_tag text;
-- It held accounts in plain words.
drop table sealed_owners;
`,
  },
  {
    name: '0003-replies',
    sql: 'alter table questions rename column discussion_count to reply_count;',
  },
  {
    // Results that are kept for repeated calls name a reply as the code does.
    name: '0004-results-of-replies',
    isInChunks: true,
    sql: `
update command_results set result = jsonb_build_object('value', jsonb_build_object('replyId', result -> 'value' -> 'discussionId'))
where key in (select key from command_results where result -> 'value' ? 'discussionId' limit 1000)
`,
  },
  {
    name: '0005-removal-and-approval',
    sql: `
alter table questions
  -- Of the one person whom it is asked, until approved seen by them and its author only: open, pending or ignored.
  add column target_id uuid,
  add column approval text not null default 'open',
  -- Its place in lists by time: creation, or approval. Null: it stands in no list.
  add column listed_at timestamptz,
  add column approved_at timestamptz,
  add column pinned_reply_id uuid,
  add column is_edited boolean not null default false,
  -- The removal that took it away; null: it is there.
  add column removal_id uuid,
  add column removal_revision integer not null default 0;
alter table replies
  add column removal_id uuid,
  add column removal_revision integer not null default 0;

-- Entries of rooms beside replies and reveals: removed, restored, pinned, approved, edited.
create table room_changes (
  question_id uuid not null,
  number integer not null,
  entry text not null,
  reply_id uuid,
  primary key (question_id, number)
);

-- Whoever's named posts are hidden, from the moment of the hiding on. While the job behind it runs, reads leave them out by this row.
create table hidings (
  removal_id uuid primary key,
  account_id text not null,
  cause text not null,
  hidden_at timestamptz not null,
  total integer not null,
  is_shown boolean not null default false,
  -- The job has something to do.
  is_running boolean not null default true
);
create index hidings_running on hidings (account_id) where is_running;

-- Words that go when their content has been away for long enough.
create table erasures (content_id uuid, removal_id uuid, content_type text not null, due_at timestamptz not null, primary key (content_id, removal_id));
create index erasures_due on erasures (due_at);

grant select, insert, update, delete on room_changes, hidings, erasures to {role};
`,
  },
  {
    name: '0006-places-in-lists',
    isInChunks: true,
    sql: `
update questions set listed_at = created_at
where id in (select id from questions where listed_at is null and removal_id is null and approval = 'open' limit 1000)
`,
  },
  {
    name: '0007-indexes-of-lists',
    sql: `
drop index questions_recent;
create index questions_listed on questions (listed_at desc, id desc) where listed_at is not null;
create index questions_pending on questions (target_id, created_at desc) where approval = 'pending' and removal_id is null;
create index questions_of_people on questions ((owner ->> 'accountId'), created_at desc);
create index questions_of_tags on questions (owner_tag, created_at desc) where owner_tag is not null;
create index questions_removed on questions (removal_id) where removal_id is not null;
create index replies_of_people on replies ((owner ->> 'accountId'), created_at desc);
create index replies_of_tags on replies (owner_tag) where owner_tag is not null;
create index replies_removed on replies (removal_id) where removal_id is not null;
`,
  },
  {
    name: '0011-feeds',
    sql: `
-- Copied from engagement's log, for order and sums alone: each count keeps the revision that it was written with.
create table content_counts (
  content_id uuid primary key,
  boosts integer not null default 0,
  boosts_revision integer not null default 0,
  reposts integer not null default 0,
  reposts_revision integer not null default 0
) with (fillfactor = 50);
drop table boost_ranks;

-- Of every post, apart from the counts: written only when a rank changes, trending when its rounded value does.
create table ranks (
  content_id uuid primary key,
  boosted integer not null default 0,
  replies integer not null default 0,
  engagement integer not null default 0,
  trending double precision not null default 0
);
create index ranks_boosted on ranks (boosted desc, content_id desc);
create index ranks_replies on ranks (replies desc, content_id desc);
create index ranks_engagement on ranks (engagement desc, content_id desc);
create index ranks_trending on ranks (trending desc, content_id desc);

-- Who reposted what and when, and who follows whom: copied from engagement's log.
create table reposts (
  repost_id uuid primary key,
  reposter_id uuid not null,
  content_type text not null,
  content_id uuid not null,
  question_id uuid not null,
  reposted_at timestamptz not null,
  is_reposted boolean not null,
  toggle integer not null
);
create index reposts_recent on reposts (reposted_at desc, repost_id desc) where is_reposted;
create index reposts_of_people on reposts (reposter_id, reposted_at desc, repost_id desc) where is_reposted;
create table follows (
  follower_id uuid not null,
  followed_id uuid not null,
  is_following boolean not null,
  toggle integer not null,
  primary key (follower_id, followed_id)
);
create index questions_listed_of_people on questions ((owner ->> 'accountId'), listed_at desc, id desc) where listed_at is not null;

-- Orders that somebody is scrolling through: can be lost, then reading begins again at the first page.
drop table frozen_lists;
create unlogged table frozen_lists (
  id uuid primary key,
  name text not null,
  content_ids uuid[] not null,
  made_at timestamptz not null default clock_timestamp(),
  used_at timestamptz not null default clock_timestamp()
);
-- Ids hardly compress, and are not worth the time of unpacking them for every page.
alter table frozen_lists alter column content_ids set storage external;
create index frozen_lists_newest on frozen_lists (name, made_at desc);
create index frozen_lists_unused on frozen_lists (used_at);

grant select, insert, update, delete on content_counts, ranks, reposts, follows, frozen_lists to {role};
`,
  },
  {
    name: '0012-episodes-and-uploads',
    sql: `
-- Uploads that are open, finished or used up; their bytes lie in the media store under object_key.
create table uploads (
  id uuid primary key,
  owner_id uuid not null,
  object_key text not null unique,
  purpose text not null,
  filename text not null,
  filetype text not null,
  bytes bigint not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index uploads_of_owner on uploads (owner_id);
create index uploads_expiring on uploads (expires_at);

create table podcasts (
  id uuid primary key,
  version integer not null,
  owner_id uuid not null,
  title_text_id uuid not null,
  description_text_id uuid,
  media_key text not null unique,
  media_type text not null,
  -- In seconds.
  duration double precision,
  is_edited boolean not null default false,
  -- The removal that took it away; null: it is there.
  removal_id uuid,
  removal_revision integer not null default 0,
  removed_at timestamptz,
  created_at timestamptz not null
);
create index podcasts_recent on podcasts (created_at desc, id desc) where removal_id is null;
create index podcasts_of_owner on podcasts (owner_id, created_at desc);
create index podcasts_removed on podcasts (removed_at) where removed_at is not null;

-- What is known of the bytes under a key. erased_at: they are never to be given out again; is_gone: the store has removed them.
create table media (
  key text primary key,
  content_type text not null,
  bytes bigint not null,
  waveform smallint[],
  erased_at timestamptz,
  is_gone boolean not null default false
);
create index media_to_remove on media (key) where erased_at is not null and not is_gone;

-- Who played what when last, for a day, and how often an episode was played.
create table podcast_plays (podcast_id uuid, account_id uuid, played_at timestamptz not null, primary key (podcast_id, account_id));
create index podcast_plays_old on podcast_plays (played_at);
create table play_counts (podcast_id uuid primary key, plays integer not null) with (fillfactor = 70);

grant select, insert, update, delete on uploads, podcasts, media, podcast_plays, play_counts to {role};
`,
  },
  {
    name: '0013-uses-of-uploads',
    sql: `
-- The key of the call that has used it up: its repeat may use it again.
alter table uploads add column used_by text;
`,
  },
  {
    name: '0014-vanishings',
    sql: `
-- Anonymous posts that go or come back one by one: whose, under which removal and when lies sealed. The id is a tag of person and removal.
create table vanishings (id text primary key, sealed text not null, ends_at timestamptz not null);
grant select, insert, update, delete on vanishings to {role};
`,
  },
  {
    name: '0015-profiles',
    sql: `
-- Who boosted what and when: copied from engagement's log.
create table boosts_given (
  boost_id uuid primary key,
  booster_id uuid not null,
  content_type text not null,
  content_id uuid not null,
  question_id uuid not null,
  boosted_at timestamptz not null,
  is_boosted boolean not null,
  toggle integer not null
);
create index boosts_given_by on boosts_given (booster_id, boosted_at desc, boost_id desc) where is_boosted;
create index questions_approved_by on questions (target_id, listed_at desc, id desc) where listed_at is not null and target_id is not null;
grant select, insert, update, delete on boosts_given to {role};
`,
  },
  {
    name: '0016-own-anonymous-replies',
    sql: `
-- In the order of an export as well.
create index replies_of_tags_by_time on replies (owner_tag, created_at desc) where owner_tag is not null;
drop index replies_of_tags;
`,
  },
  {
    name: '0017-removals-of-episodes',
    sql: 'create index podcasts_of_removals on podcasts (removal_id) where removal_id is not null;',
  },
  {
    name: '0018-lists-in-parts',
    sql: `
-- A page of a list lies in one of its parts or two: to unpack the ten thousand ids of a whole one took longer than all the rest.
drop table frozen_lists;
create unlogged table frozen_lists (
  id uuid primary key,
  name text not null,
  length integer not null,
  made_at timestamptz not null default clock_timestamp(),
  used_at timestamptz not null default clock_timestamp()
);
create index frozen_lists_newest on frozen_lists (name, made_at desc);
create index frozen_lists_unused on frozen_lists (used_at);
create unlogged table frozen_list_parts (
  list_id uuid,
  number integer,
  content_ids uuid[] not null,
  primary key (list_id, number)
);
grant select, insert, update, delete on frozen_lists, frozen_list_parts to {role};
`,
  },
  {
    name: '0019-standing-hidings',
    sql: `
-- What comes back of a person is kept away by a deletion of their account that stands: looked for by the person.
create index hidings_of_deleted on hidings (account_id) where cause = 'account' and not is_shown;
`,
  },
  {
    name: '0020-hidden-reposts',
    sql: `
-- What any hiding of a person that stands has found: whether their reposts are listed is looked up by it, whatever its cause.
create index hidings_standing on hidings (account_id) where not is_shown;
`,
  },
  {
    name: '0021-returned-reposts',
    sql: `
-- When a repost was brought back last; null: it stands as it was made, or is away.
alter table reposts add column returned_at timestamptz;
`,
  },
  {
    name: '0022-wipes-leave-anonymous-posts',
    sql: 'drop table vanishings;',
  },
  {
    name: '0023-author-ids',
    sql: `
-- Which author id stands for which account, sealed. Seals and tags are made of author ids, so deleting a row unlinks all
-- anonymous posts of that account for ever.
create table author_ids (account_tag text primary key, author_tag text not null unique, sealed text not null);
grant select, insert, delete on author_ids to {role};
`,
  },
  {
    name: '0024-deleted-accounts',
    sql: `
-- begun_at: when the hiding began; hidden_at is infinite for a deleted account. erased_at: the account never comes back.
-- anonymous_plan: what becomes of the anonymous posts of a deleted account, sealed; null for wipes and where it is done.
alter table hidings
  add column begun_at timestamptz not null default now(),
  add column erased_at timestamptz,
  add column anonymous_plan text;
create index hidings_planned on hidings (removal_id) where anonymous_plan is not null and erased_at is not null;
`,
  },
  {
    name: '0025-newest-posts-of-people',
    sql: `
-- When each person's newest post of a kind came into lists, in their own name: nobody has one that is newer, and it may be gone. By these a feed of
-- thousands of people looks only at those who can stand on a page.
create table newest_questions (account_id uuid primary key, at timestamptz not null) with (fillfactor = 70);
create index newest_questions_order on newest_questions (at desc, account_id);
create table newest_podcasts (account_id uuid primary key, at timestamptz not null) with (fillfactor = 70);
create index newest_podcasts_order on newest_podcasts (at desc, account_id);
create table newest_reposts (account_id uuid primary key, at timestamptz not null) with (fillfactor = 70);
create index newest_reposts_order on newest_reposts (at desc, account_id);
insert into newest_questions select (owner ->> 'accountId')::uuid, max(coalesce(approved_at, created_at)) from questions
  where owner ->> 'accountId' is not null group by 1;
insert into newest_podcasts select owner_id, max(created_at) from podcasts group by 1;
insert into newest_reposts select reposter_id, max(reposted_at) from reposts group by 1;
grant select, insert, update, delete on newest_questions, newest_podcasts, newest_reposts to {role};
`,
  },
];
