-- Private marks of people. No other person reads them, and no sum counts them.
create table watches (
  question_id uuid not null,
  account_id uuid not null,
  watched_at timestamptz not null,
  primary key (question_id, account_id)
);
create index watches_of_person on watches (account_id, watched_at desc, question_id desc);
create table bookmarks (
  account_id uuid not null,
  content_type text not null,
  content_id uuid not null,
  -- A question's own id, the id of a reply's question, or an episode's own id.
  question_id uuid not null,
  bookmarked_at timestamptz not null,
  primary key (account_id, content_id)
);
create index bookmarks_of_person on bookmarks (account_id, bookmarked_at desc, content_id desc);
grant select, insert, delete on watches, bookmarks to {role};
