import type { Migration } from '@hearsay/service-runtime';

export const migrations: readonly Migration[] = [
  {
    name: '0002-reports',
    sql: `
-- Reasons, and the words as they were reported (JSON); erasable without touching the log.
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

-- Reports of words that a threshold keeps back: the row goes when the words are there.
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

-- Copied from content's log.
create table removed_contents (content_id uuid primary key, is_removed boolean not null, revision integer not null);

grant select, insert, update, delete on texts, reports, locked_reports, erasures, removed_contents to {role};
`,
  },
  {
    name: '0003-audit',
    sql: `
-- What ambassadors and operators have done. Nobody changes or deletes a line, the service neither.
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
  role text
);
create index audit_entries_newest on audit_entries (at desc, id desc);
grant select, insert on audit_entries to {role};
`,
  },
  {
    name: '0004-wipes',
    sql: `
create table wipes (
  id uuid primary key,
  subject_id uuid not null,
  started_at timestamptz not null,
  undo_until timestamptz not null,
  status text not null
);
create index wipes_newest on wipes (started_at desc, id desc);

-- What is still to be done of a wipe: hide, or show again. The row is the truth, a job only its alarm clock.
create table wipe_tasks (wipe_id uuid primary key, subject_id uuid not null, kind text not null, due_at timestamptz not null);

-- What a wipe has taken away.
create table wipe_counts (
  wipe_id uuid primary key,
  questions integer not null,
  discussions integer not null,
  podcasts integer not null,
  reposts integer not null
);
grant select, insert, update, delete on wipes, wipe_tasks, wipe_counts to {role};
`,
  },
  {
    name: '0005-audit-of-grants',
    sql: `
-- What an operator has granted somebody, and the ledger entry by which gamification knows why.
alter table audit_entries add column amount integer, add column xp_entry_id uuid;
`,
  },
  {
    name: '0006-audit-of-maintenance',
    sql: `
-- What an operator has worked on: a read model that was filled again, an event that could not be applied.
alter table audit_entries add column target text;
`,
  },
  {
    name: '0007-words-of-removed-contents',
    sql: `
-- When words as they were reported go because their content is erased.
create table word_erasures (content_id uuid primary key, due_at timestamptz not null);
create index word_erasures_due on word_erasures (due_at);
create index reports_of_content on reports (content_id);
create index reports_under_question on reports (question_id);
grant select, insert, update, delete on word_erasures to {role};
`,
  },
  {
    name: '0008-running-wipes',
    sql: `create index wipes_running on wipes (subject_id) where status = 'running'`,
  },
];
