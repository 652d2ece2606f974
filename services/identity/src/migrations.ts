import type { Migration } from '@hearsay/service-runtime';

export const migrations: readonly Migration[] = [
  {
    name: '0002-accounts',
    sql: `
-- Read model of the log: who there is and which roles they have. The name lies in texts.
create table accounts (
  account_id uuid primary key,
  username_text_id uuid not null,
  is_creator boolean not null,
  is_ambassador boolean not null default false,
  is_spotlight boolean not null default false,
  created_at timestamptz not null
);

-- Personal words, erasable without touching the log.
create table texts (id uuid primary key, account_id uuid, words text not null);

-- Rows, never events. username_folded is the name as names are compared.
create table credentials (
  account_id uuid primary key,
  username_folded text not null unique,
  password_hash text not null
);

create table sessions (
  token_hash text primary key,
  account_id uuid not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null
) with (fillfactor = 80);
create index sessions_expiry on sessions (expires_at);

-- Levels, copied from gamification's log.
create table account_levels (account_id uuid primary key, level smallint not null, revision integer not null);

grant select, insert, update, delete on accounts, texts, credentials, sessions, account_levels to {role};
`,
  },
  {
    name: '0003-bootstrap-roles',
    sql: `
-- What has become of each entry of the bootstrap lists: it is carried out once, at the first start that finds it.
create table bootstrap_roles (
  role text not null,
  username_folded text not null,
  state text not null check (state in ('granted', 'waiting')),
  noticed_at timestamptz not null default now(),
  primary key (role, username_folded)
);
grant select, insert on bootstrap_roles to {role};
`,
  },
  {
    name: '0004-hours-of-sessions',
    sql: `
-- When a session was last used is known to the hour: finer, it would tell when an account has posted.
update sessions set last_used_at = date_trunc('hour', last_used_at, 'UTC'),
  expires_at = greatest(date_trunc('hour', expires_at, 'UTC') + interval '1 hour', created_at + interval '30 days')
where last_used_at <> date_trunc('hour', last_used_at, 'UTC');
`,
  },
  {
    name: '0005-profiles-and-search',
    sql: `
-- What people have made of their profiles; link and picture lie in texts.
alter table accounts
  add column show_activity boolean not null default true,
  add column hide_ambassador_title boolean not null default false,
  add column gradient_colors text not null default 'from-purple-400 to-pink-400',
  add column chosen_aura text not null default 'none',
  add column who_may_ask text not null default 'everyone',
  add column profile_link_text_id uuid,
  add column profile_image_text_id uuid;

-- Names are searched by what they begin with and by the trigrams in them.
create extension if not exists pg_trgm;
create index credentials_beginnings on credentials (username_folded text_pattern_ops);
create index credentials_trigrams on credentials using gin (username_folded gin_trgm_ops);
`,
  },
  {
    name: '0006-own-sessions-and-resets',
    sql: `
-- People see their sessions, under an id that tells nothing of the token.
alter table sessions add column id uuid not null default gen_random_uuid(), add column device text;
create unique index sessions_ids on sessions (id);
create index sessions_accounts on sessions (account_id);

-- Who may set a new password without the old one: by a token, of which only the hash is stored.
create table password_resets (account_id uuid primary key, token_hash text not null unique, expires_at timestamptz not null);
grant select, insert, update, delete on password_resets to {role};
`,
  },
  {
    name: '0007-removed-accounts',
    sql: `
-- Accounts whose people have deleted them: hidden at once, erased when the time for coming back is over.
alter table accounts add column hidden_at timestamptz, add column removal_id uuid, add column is_erased boolean not null default false;
create index accounts_to_erase on accounts (hidden_at) where hidden_at is not null and not is_erased;
create index texts_accounts on texts (account_id);
`,
  },
  {
    name: '0008-creators',
    sql: `
-- Who has published an episode: copied from content's log.
create table creators (account_id uuid primary key);
grant select, insert, update, delete on creators to {role};
`,
  },
  {
    name: '0009-shown-pictures',
    sql: `
-- Pictures of ours among the texts, by their address: whoever asks for the bytes gets them only while somebody shows them.
create index texts_pictures on texts (words) where words like '/api/media/p%';
`,
  },
  {
    name: '0010-repeated-password-changes',
    sql: `
-- Under which idempotency key a password was changed last, as a hash: a repeat is known by it, and checks one password like any other call.
alter table credentials add column changed_by text;
`,
  },
  {
    name: '0011-removal-attempts',
    sql: `
-- Deletions that have begun: posts are hidden in content before the account is. Given up: they are on their way back.
create table removal_attempts (
  removal_id uuid primary key,
  account_id uuid not null,
  attempted_at timestamptz not null default now(),
  is_given_up boolean not null default false
);
create index removal_attempts_accounts on removal_attempts (account_id);
create index removal_attempts_oldest on removal_attempts (attempted_at);
grant select, insert, update, delete on removal_attempts to {role};
`,
  },
];
