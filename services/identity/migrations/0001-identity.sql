-- Read model of the log: accounts, their roles, and what people have made of their profiles. Name, link and picture lie in texts.
create table accounts (
  account_id uuid primary key,
  username_text_id uuid not null,
  is_creator boolean not null,
  is_ambassador boolean not null default false,
  is_spotlight boolean not null default false,
  created_at timestamptz not null,
  show_activity boolean not null default true,
  hide_ambassador_title boolean not null default false,
  gradient_colors text not null default 'from-purple-400 to-pink-400',
  chosen_aura text not null default 'none',
  who_may_ask text not null default 'everyone',
  profile_link_text_id uuid,
  profile_image_text_id uuid,
  -- A deleted account is hidden at once and erased when the time for coming back is over.
  hidden_at timestamptz,
  removal_id uuid,
  is_erased boolean not null default false
);
create index accounts_to_erase on accounts (hidden_at) where hidden_at is not null and not is_erased;

-- Deletions that have begun: posts are hidden in content before the account is. Given up: the posts are on their way back.
create table removal_attempts (
  removal_id uuid primary key,
  account_id uuid not null,
  attempted_at timestamptz not null default now(),
  is_given_up boolean not null default false
);
create index removal_attempts_accounts on removal_attempts (account_id);
create index removal_attempts_oldest on removal_attempts (attempted_at);

-- Personal words, erasable without touching the log.
create table texts (id uuid primary key, account_id uuid, words text not null);
create index texts_accounts on texts (account_id);
-- Pictures of ours, by their address: the bytes are given out only while somebody shows them.
create index texts_pictures on texts (words) where words like '/api/media/p%';

-- Rows, never events. username_folded is the name as names are compared.
create table credentials (
  account_id uuid primary key,
  username_folded text not null unique,
  password_hash text not null,
  -- The idempotency key of the last change of the password, as a hash. A repeat is known by it, and checks one password like any other call.
  changed_by text
);
-- Names are searched by what they begin with and by the trigrams in them.
create extension if not exists pg_trgm;
create index credentials_beginnings on credentials (username_folded text_pattern_ops);
create index credentials_trigrams on credentials using gin (username_folded gin_trgm_ops);

-- last_used_at is known to the hour: finer, it would tell when an account has posted.
create table sessions (
  token_hash text primary key,
  account_id uuid not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  -- People see their sessions under this id, which tells nothing of the token.
  id uuid not null default gen_random_uuid(),
  device text
) with (fillfactor = 80);
create unique index sessions_ids on sessions (id);
create index sessions_accounts on sessions (account_id);
create index sessions_expiry on sessions (expires_at);

-- Permits to set a new password without the old one, by a token. Only its hash is stored.
create table password_resets (account_id uuid primary key, token_hash text not null unique, expires_at timestamptz not null);

-- The outcome of each entry of the bootstrap lists. An entry is carried out once, at the first start that finds it.
create table bootstrap_roles (
  role text not null,
  username_folded text not null,
  state text not null check (state in ('granted', 'waiting')),
  noticed_at timestamptz not null default now(),
  primary key (role, username_folded)
);

-- Levels, copied from gamification's log.
create table account_levels (account_id uuid primary key, level smallint not null, revision integer not null);

-- People who have published an episode, copied from content's log.
create table creators (account_id uuid primary key);

grant select, insert, update, delete on accounts, removal_attempts, texts, credentials, sessions, password_resets to {role};
grant select, insert on bootstrap_roles to {role};
grant select, insert, update, delete on account_levels, creators to {role};
