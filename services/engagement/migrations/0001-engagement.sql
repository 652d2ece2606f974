-- The pair (booster, content) under its own id: the head of its stream and the viewer's own state in one row.
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
  revision integer not null default 0,
  reposts integer not null default 0
) with (fillfactor = 50);

-- What engagement knows of content, copied from content's log. Pending or removed content can be neither boosted nor reposted.
create table contents (
  content_id uuid primary key,
  content_type text not null,
  question_id uuid not null,
  owner jsonb not null,
  thresholds integer[] not null,
  is_pending boolean not null default false,
  is_removed boolean not null default false,
  -- How many times it was removed or came back.
  removals integer not null default 0
);

-- People's words, erasable without touching the log. Events refer to them by id.
create table texts (id uuid primary key, words text not null);

-- One person's repost of one content under its own id: the head of its stream and the viewer's own state in one row.
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
  -- The removal that took it away and may bring it back.
  removal_id uuid,
  toggle integer not null,
  version integer not null
) with (fillfactor = 70);
create index reposts_of on reposts (reposter_id, reposted_at desc, repost_id desc);
create index reposts_of_reposter_by_id on reposts (reposter_id, repost_id);
create index reposts_under on reposts (question_id);

create table follows (
  follow_id uuid primary key,
  follower_id uuid not null,
  followed_id uuid not null,
  is_following boolean not null,
  -- Hidden accounts that keep it from counting. It counts again when the last of them is shown.
  suspended_by uuid[] not null,
  toggle integer not null,
  version integer not null
) with (fillfactor = 70);
-- Both in an order in which they can be read page by page.
create index follows_of_follower_by_id on follows (follower_id, followed_id);
create index follows_of_followed_by_id on follows (followed_id, follower_id);

-- Locked by every change of a follow of this person. Narrow and without any index but the key.
create table follow_counts (
  account_id uuid primary key,
  followers integer not null default 0,
  following integer not null default 0
) with (fillfactor = 50);

-- Words of reposts to erase when the repost, or the content that it is of, has been away for long enough.
create table repost_erasures (repost_id uuid, removal_id uuid, due_at timestamptz not null, primary key (repost_id, removal_id));
create index repost_erasures_due on repost_erasures (due_at);
create table content_erasures (content_id uuid primary key, removals integer not null, due_at timestamptz not null);
create index content_erasures_due on content_erasures (due_at);

-- The revision of each account's newest hiding or showing.
create table newest_hidings (account_id uuid primary key, revision integer not null);

grant select, insert, update, delete on boosts, counters, contents, texts, reposts, follows, follow_counts to {role};
grant select, insert, update, delete on repost_erasures, content_erasures, newest_hidings to {role};
