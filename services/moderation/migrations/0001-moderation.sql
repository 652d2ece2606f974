-- Reasons, and the words as they were reported (JSON). Erasable without touching the log.
create table texts (id uuid primary key, words text not null);

create table reports (
  id uuid primary key,
  reporter_id uuid not null,
  content_type text not null,
  content_id uuid not null,
  -- The question that it is or lies under; an episode's own id.
  question_id uuid not null,
  owner jsonb not null,
  reason_text_id uuid not null,
  preview_text_id uuid,
  filed_at timestamptz not null,
  reviewer_id uuid,
  resolved_at timestamptz
);
create index reports_pending on reports (filed_at desc, id desc) where resolved_at is null;
create index reports_resolved on reports (resolved_at desc, id desc) where resolved_at is not null;
create index reports_of_reporter on reports (reporter_id);
create index reports_of_owner on reports ((owner ->> 'accountId'));
create index reports_of_content on reports (content_id);
create index reports_under_question on reports (question_id);

-- Reports of words that a threshold keeps back. The row goes when the words are there.
create table locked_reports (
  report_id uuid primary key,
  content_type text not null,
  content_id uuid not null,
  question_id uuid not null,
  preview_text_id uuid not null
);
create index locked_reports_of_question on locked_reports (question_id);

-- When the words of a resolved report have to go.
create table erasures (report_id uuid primary key, due_at timestamptz not null);
create index erasures_due on erasures (due_at);

-- When words as they were reported go because their content is erased.
create table word_erasures (content_id uuid primary key, due_at timestamptz not null);
create index word_erasures_due on word_erasures (due_at);

-- Copied from content's log.
create table removed_contents (content_id uuid primary key, is_removed boolean not null, revision integer not null);

-- Acts of ambassadors and operators. No line is ever changed or deleted, not even by the service.
create table audit_entries (
  id uuid primary key,
  at timestamptz not null,
  act text not null,
  actor_id uuid,
  subject_id uuid,
  content_type text,
  content_id uuid,
  report_id uuid,
  wipe_id uuid,
  role text,
  -- XP that an operator has granted, and the ledger entry by which gamification knows why.
  amount integer,
  xp_entry_id uuid,
  -- What an operator has worked on: a read model that was filled again, an event that could not be applied.
  target text
);
create index audit_entries_newest on audit_entries (at desc, id desc);

create table wipes (
  id uuid primary key,
  subject_id uuid not null,
  started_at timestamptz not null,
  undo_until timestamptz not null,
  status text not null
);
create index wipes_newest on wipes (started_at desc, id desc);
create index wipes_running on wipes (subject_id) where status = 'running';

-- What is still to be done of a wipe: hide, or show again. The row is the truth, a job only its alarm clock.
create table wipe_tasks (wipe_id uuid primary key, subject_id uuid not null, kind text not null, due_at timestamptz not null);

-- How much a wipe has taken away.
create table wipe_counts (
  wipe_id uuid primary key,
  questions integer not null,
  discussions integer not null,
  podcasts integer not null,
  reposts integer not null
);

grant select, insert, update, delete on texts, reports, locked_reports, erasures, word_erasures, removed_contents to {role};
grant select, insert on audit_entries to {role};
grant select, insert, update, delete on wipes, wipe_tasks, wipe_counts to {role};
