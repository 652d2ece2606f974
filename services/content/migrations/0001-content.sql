-- People's words, erasable without touching the log. Events refer to them by id.
create table texts (id uuid primary key, words text not null);

-- A question and its room. last_number is the room's head, locked by every write that changes what viewers see.
create table questions (
  id uuid primary key,
  version integer not null,
  owner jsonb not null,
  is_anonymous boolean not null,
  allow_anonymous_answers boolean not null,
  title_text_id uuid not null,
  description_text_id uuid,
  threshold integer not null,
  -- Highest threshold that was ever reached. Texts that need no more than this are open for ever.
  latched integer not null default 0,
  last_number integer not null default 0,
  reply_count integer not null default 0,
  created_at timestamptz not null,
  -- The tag by which authors find their own anonymous posts. Null for named posts.
  owner_tag text,
  -- The one person who is asked. Until they approve it, only they and its author see it.
  target_id uuid,
  -- open, pending or ignored.
  approval text not null default 'open',
  -- Its place in lists by time: creation, or approval. Null: it stands in no list.
  listed_at timestamptz,
  approved_at timestamptz,
  pinned_reply_id uuid,
  is_edited boolean not null default false,
  -- The removal that took it away. Null: it is there.
  removal_id uuid,
  removal_revision integer not null default 0
) with (fillfactor = 70);
create index questions_listed on questions (listed_at desc, id desc) where listed_at is not null;
create index questions_listed_of_people on questions ((owner ->> 'accountId'), listed_at desc, id desc) where listed_at is not null;
create index questions_approved_by on questions (target_id, listed_at desc, id desc) where listed_at is not null and target_id is not null;
create index questions_pending on questions (target_id, created_at desc) where approval = 'pending' and removal_id is null;
create index questions_of_people on questions ((owner ->> 'accountId'), created_at desc);
create index questions_of_tags on questions (owner_tag, created_at desc) where owner_tag is not null;
create index questions_removed on questions (removal_id) where removal_id is not null;

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
  owner_tag text,
  -- The removal that took it away. Null: it is there.
  removal_id uuid,
  removal_revision integer not null default 0,
  unique (question_id, number)
);
create index replies_of_people on replies ((owner ->> 'accountId'), created_at desc);
create index replies_of_tags_by_time on replies (owner_tag, created_at desc) where owner_tag is not null;
create index replies_removed on replies (removal_id) where removal_id is not null;

create table reveals (
  question_id uuid not null,
  number integer not null,
  threshold integer not null,
  reveal_count integer not null,
  primary key (question_id, number)
);

-- Entries of rooms beside replies and reveals: removed, restored, pinned, approved, edited.
create table room_changes (
  question_id uuid not null,
  number integer not null,
  entry text not null,
  reply_id uuid,
  primary key (question_id, number)
);

-- The author id of each account, sealed. Seals and tags are made of author ids, so deleting a row unlinks all anonymous posts of that
-- account for ever.
create table author_ids (account_tag text primary key, author_tag text not null unique, sealed text not null);

-- People whose named posts are hidden, from the moment of the hiding on. Reads leave the posts out by this row while the job runs.
create table hidings (
  removal_id uuid primary key,
  account_id text not null,
  cause text not null,
  -- Infinite for a deleted account.
  hidden_at timestamptz not null,
  total integer not null,
  is_shown boolean not null default false,
  -- The job has something to do.
  is_running boolean not null default true,
  begun_at timestamptz not null default now(),
  -- From then on the account never comes back.
  erased_at timestamptz,
  -- What becomes of the anonymous posts of a deleted account, sealed. Null for wipes, and when it is done.
  anonymous_plan text
);
create index hidings_running on hidings (account_id) where is_running;
-- Posts that come back are kept away while a deletion of their account stands.
create index hidings_of_deleted on hidings (account_id) where cause = 'account' and not is_shown;
-- Decides whether the reposts of a person are listed.
create index hidings_standing on hidings (account_id) where not is_shown;
create index hidings_planned on hidings (removal_id) where anonymous_plan is not null and erased_at is not null;

-- Words to erase when their content has been away for long enough.
create table erasures (
  content_id uuid,
  removal_id uuid,
  content_type text not null,
  due_at timestamptz not null,
  primary key (content_id, removal_id)
);
create index erasures_due on erasures (due_at);

-- Copied from engagement's log, for order and sums alone. Each count keeps the revision that it was written with.
create table content_counts (
  content_id uuid primary key,
  boosts integer not null default 0,
  boosts_revision integer not null default 0,
  reposts integer not null default 0,
  reposts_revision integer not null default 0
) with (fillfactor = 50);

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

-- Reposts, boosts and follows of people: copied from engagement's log.
create table reposts (
  repost_id uuid primary key,
  reposter_id uuid not null,
  content_type text not null,
  content_id uuid not null,
  question_id uuid not null,
  reposted_at timestamptz not null,
  is_reposted boolean not null,
  toggle integer not null,
  -- When a repost was brought back last. Null: it stands as it was made, or is away.
  returned_at timestamptz
);
create index reposts_recent on reposts (reposted_at desc, repost_id desc) where is_reposted;
create index reposts_of_people on reposts (reposter_id, reposted_at desc, repost_id desc) where is_reposted;

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

create table follows (
  follower_id uuid not null,
  followed_id uuid not null,
  is_following boolean not null,
  toggle integer not null,
  primary key (follower_id, followed_id)
);

-- When each person's newest post of a kind came into lists in their own name. It is an upper bound: the post may be gone. By these a feed
-- of thousands of people looks only at those who can stand on a page.
create table newest_questions (account_id uuid primary key, at timestamptz not null) with (fillfactor = 70);
create index newest_questions_order on newest_questions (at desc, account_id);
create table newest_podcasts (account_id uuid primary key, at timestamptz not null) with (fillfactor = 70);
create index newest_podcasts_order on newest_podcasts (at desc, account_id);
create table newest_reposts (account_id uuid primary key, at timestamptz not null) with (fillfactor = 70);
create index newest_reposts_order on newest_reposts (at desc, account_id);

-- Orders that somebody is scrolling through. They can be lost: then reading begins again at the first page. A list lies in parts, since
-- unpacking its ten thousand ids took longer than all the rest of a page.
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

-- Uploads that are open, finished or used up. Their bytes lie in the media store under object_key.
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
  used_at timestamptz,
  -- The key of the call that has used it up. A repeat of that call may use it again.
  used_by text
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
  -- The removal that took it away. Null: it is there.
  removal_id uuid,
  removal_revision integer not null default 0,
  removed_at timestamptz,
  created_at timestamptz not null
);
create index podcasts_recent on podcasts (created_at desc, id desc) where removal_id is null;
create index podcasts_of_owner on podcasts (owner_id, created_at desc);
create index podcasts_removed on podcasts (removed_at) where removed_at is not null;
create index podcasts_of_removals on podcasts (removal_id) where removal_id is not null;

-- The bytes under a key. After erased_at they are never given out again. is_gone: the store has removed them.
create table media (
  key text primary key,
  content_type text not null,
  bytes bigint not null,
  waveform smallint[],
  erased_at timestamptz,
  is_gone boolean not null default false
);
create index media_to_remove on media (key) where erased_at is not null and not is_gone;

-- The last play of an episode by a person, kept for a day, and how often each episode was played.
create table podcast_plays (podcast_id uuid, account_id uuid, played_at timestamptz not null, primary key (podcast_id, account_id));
create index podcast_plays_old on podcast_plays (played_at);
create table play_counts (podcast_id uuid primary key, plays integer not null) with (fillfactor = 70);

grant select, insert, update, delete on texts, questions, replies, reveals, room_changes, hidings, erasures to {role};
grant select, insert, delete on author_ids to {role};
grant select, insert, update, delete on content_counts, ranks, reposts, boosts_given, follows to {role};
grant select, insert, update, delete on newest_questions, newest_podcasts, newest_reposts, frozen_lists, frozen_list_parts to {role};
grant select, insert, update, delete on uploads, podcasts, media, podcast_plays, play_counts to {role};
