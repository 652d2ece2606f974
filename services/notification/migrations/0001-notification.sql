-- A person's inbox of named content has their account id, the one of their anonymous content a tag. sight: what they see, sealed.
create table notifications (
  id uuid primary key,
  inbox text not null,
  kind text not null,
  number integer not null,
  count integer not null,
  notified_at timestamptz not null,
  sight text not null
) with (fillfactor = 80);
create index notifications_newest on notifications (inbox, notified_at desc, id desc);

-- Locked by every change of the inbox. last_number: of its newest notification.
create table inboxes (inbox text primary key, last_number integer not null default 0) with (fillfactor = 50);

-- The notification that boosts of a content join. Null when the next boost begins a new one.
create table boost_groups (
  content_id uuid primary key,
  notification_id uuid,
  number integer not null,
  count integer not null,
  version integer not null
) with (fillfactor = 70);
create index boost_groups_notification on boost_groups (notification_id);

-- The notification that replies for a person join.
create table reply_groups (
  group_key text primary key,
  notification_id uuid,
  number integer not null,
  count integer not null,
  version integer not null
) with (fillfactor = 70);
create index reply_groups_notification on reply_groups (notification_id);

-- The notification that tells of a boost.
create table boost_acts (
  boost_id uuid primary key,
  notification_id uuid,
  booster_id uuid not null,
  acted_at timestamptz not null,
  toggle integer not null,
  is_boosted boolean not null
) with (fillfactor = 80);
create index boost_acts_newest on boost_acts (notification_id, acted_at desc);

-- Replies that a notification tells of. Those that are removed lower its count.
create table reply_acts (
  notification_id uuid not null,
  reply_id uuid not null,
  author_id uuid,
  sealed_author text,
  acted_at timestamptz not null,
  primary key (notification_id, reply_id)
);

-- Content and acts that stand no more, from the logs of content and engagement.
create table gone_contents (content_id uuid primary key, revision integer not null, is_gone boolean not null) with (fillfactor = 80);
create table undone_acts (act_key text primary key, toggle integer not null, is_undone boolean not null) with (fillfactor = 80);

-- Questions that their target has approved or ignored, from content's log.
create table decided_asks (question_id uuid primary key);

-- Questions that an ambassador has taken from their target, from content's log.
create table withheld_questions (question_id uuid primary key, target_id uuid not null);

-- People who are told of reports, from identity's log.
create table ambassadors (account_id uuid primary key);

-- From moderation's log. author_id: who signed the reported content. Null where it is anonymous.
create table reports (report_id uuid primary key, content_id uuid not null, author_id uuid, is_resolved boolean not null default false);
create index reports_of_content on reports (content_id);

-- What people have read and deleted, under a tag that is in no other row, sealed. Rows beside the log: a rebuild leaves them alone.
create table readings (reader text primary key, marks text not null) with (fillfactor = 50);

-- A person's switches, with the times at which they were off. Rows beside the log.
create table preferences (account_id uuid primary key, switches jsonb not null) with (fillfactor = 70);

grant select, insert, update, delete on notifications, inboxes, boost_groups, reply_groups, boost_acts, reply_acts to {role};
grant select, insert, update, delete on gone_contents, undone_acts, decided_asks, withheld_questions, ambassadors, reports to {role};
grant select, insert, update, delete on readings, preferences to {role};
