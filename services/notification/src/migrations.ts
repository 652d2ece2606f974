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
];
