import type { Migration } from '@hearsay/service-runtime';

export const migrations: readonly Migration[] = [
  {
    name: '0002-inbox',
    sql: `
-- What is told, without whom: the recipient of an anonymous author's content must not stand beside the content.
create table notifications (
  id uuid primary key,
  kind text not null,
  type text not null,
  actor_id uuid,
  content_type text,
  content_id uuid,
  question_id uuid,
  level integer,
  count integer not null,
  is_read boolean not null,
  is_sealed boolean not null,
  version integer not null
) with (fillfactor = 80);

-- Private: who is told.
create table recipients (notification_id uuid primary key, account_id uuid not null, created_at timestamptz not null) with (fillfactor = 80);
create index recipients_newest on recipients (account_id, created_at desc, notification_id desc);

-- One row a person, locked by everything that changes their inbox.
create table inboxes (account_id uuid primary key, unread integer not null default 0, version integer not null default 0) with (fillfactor = 50);

-- The unread notification that the boosts of a content join, null when the next boost begins a new one.
create table boost_groups (content_id uuid primary key, notification_id uuid, count integer not null) with (fillfactor = 70);
create index boost_groups_notification on boost_groups (notification_id);

-- Which notification tells of a boost; head of the pair's stream.
create table boost_acts (
  boost_id uuid primary key,
  notification_id uuid not null,
  actor_id uuid,
  acted_at timestamptz not null,
  toggle integer not null,
  is_live boolean not null,
  version integer not null
) with (fillfactor = 80);
create index boost_acts_newest on boost_acts (notification_id, acted_at desc) where is_live;

grant select, insert, update, delete on notifications, recipients, inboxes, boost_groups, boost_acts to {role};
`,
  },
  {
    name: '0003-sealed-inboxes',
    sql: `
-- What was told before; the upgrade, which has the keys, takes it over and drops these.
alter table notifications rename to old_notifications;
alter table recipients rename to old_recipients;
alter table inboxes rename to old_inboxes;
alter table boost_groups rename to old_boost_groups;
alter table boost_acts rename to old_boost_acts;
alter table old_notifications rename constraint notifications_pkey to old_notifications_pkey;
alter table old_inboxes rename constraint inboxes_pkey to old_inboxes_pkey;
alter table old_boost_groups rename constraint boost_groups_pkey to old_boost_groups_pkey;
alter table old_boost_acts rename constraint boost_acts_pkey to old_boost_acts_pkey;
alter index boost_groups_notification rename to old_boost_groups_notification;
alter index boost_acts_newest rename to old_boost_acts_newest;

-- Under which number it was taken over; null: not yet.
alter table old_notifications add column number integer;

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

-- Locked by everything that changes it; last_number: of its newest notification.
create table inboxes (inbox text primary key, last_number integer not null default 0) with (fillfactor = 50);

-- The notification that boosts of a content join, null when the next boost begins a new one.
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

-- Which notification tells of a boost.
create table boost_acts (
  boost_id uuid primary key,
  notification_id uuid,
  booster_id uuid not null,
  acted_at timestamptz not null,
  toggle integer not null,
  is_boosted boolean not null
) with (fillfactor = 80);
create index boost_acts_newest on boost_acts (notification_id, acted_at desc);

-- What people have read and deleted, under a tag that is in no other row, sealed. Rows beside the log: a rebuild leaves them alone.
create table readings (reader text primary key, marks text not null) with (fillfactor = 50);

grant select, insert, update, delete on notifications, inboxes, boost_groups, reply_groups, boost_acts, readings to {role};
`,
  },
  {
    name: '0004-acts-and-preferences',
    sql: `
-- Which replies a notification tells of: those that are removed lower its count.
create table reply_acts (
  notification_id uuid not null,
  reply_id uuid not null,
  author_id uuid,
  sealed_author text,
  acted_at timestamptz not null,
  primary key (notification_id, reply_id)
);
-- What stands no more, from the logs of content and engagement.
create table gone_contents (content_id uuid primary key, revision integer not null, is_gone boolean not null) with (fillfactor = 80);
create table undone_acts (act_key text primary key, toggle integer not null, is_undone boolean not null) with (fillfactor = 80);

-- A person's switches, with the times at which they were off. Rows beside the log.
create table preferences (account_id uuid primary key, switches jsonb not null) with (fillfactor = 70);

grant select, insert, update, delete on reply_acts, gone_contents, undone_acts, preferences to {role};
`,
  },
  {
    name: '0005-ambassadors',
    sql: `
-- Who is told of reports, from identity's log.
create table ambassadors (account_id uuid primary key);
grant select, insert, update, delete on ambassadors to {role};
`,
  },
  {
    name: '0006-inboxes-of-author-ids',
    sql: 'drop table if exists old_notifications, old_recipients, old_inboxes, old_boost_groups, old_boost_acts;',
  },
  {
    name: '0008-decided-asks',
    sql: `
-- Questions that their target has approved or ignored, from content's log.
create table decided_asks (question_id uuid primary key);
grant select, insert, update, delete on decided_asks to {role};
`,
  },
  {
    name: '0009-reports',
    sql: `
-- From moderation's log. author_id: who signed the reported content; null where it is anonymous.
create table reports (report_id uuid primary key, content_id uuid not null, author_id uuid, is_resolved boolean not null default false);
create index reports_of_content on reports (content_id);
grant select, insert, update, delete on reports to {role};
`,
  },
  {
    name: '0010-withheld-questions',
    sql: `
-- From content's log: taken from their target by an ambassador.
create table withheld_questions (question_id uuid primary key, target_id uuid not null);
grant select, insert, update, delete on withheld_questions to {role};
`,
  },
];
