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
];
