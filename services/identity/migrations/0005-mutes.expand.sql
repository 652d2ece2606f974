-- People and questions that an account has muted, and people whom it blocks. A row goes when its mute is undone.
create table mutes (
  account_id uuid not null,
  kind text not null,
  muted_id uuid not null,
  muted_at timestamptz not null,
  primary key (account_id, kind, muted_id)
);
create index mutes_of_muted on mutes (muted_id);
grant select, insert, update, delete on mutes to {role};
