import type { WipeCounts } from '@hearsay/contracts';
import type { RowWriter } from '@hearsay/event-store';
import type { EndTask } from './wipe.decider.js';
import type { WipeTask } from './wipe-tasks.js';

/** What is undone has nothing left to be hidden. */
export const writeWipeTasks: RowWriter = async (tx, rows) => {
  const tasks = rows as readonly WipeTask[];
  await tx.query(
    `insert into wipe_tasks (wipe_id, subject_id, kind, due_at) select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[])
     on conflict (wipe_id) do update set kind = excluded.kind, due_at = excluded.due_at`,
    [
      tasks.map(({ wipeId }) => wipeId),
      tasks.map(({ subjectId }) => subjectId),
      tasks.map(({ kind }) => kind),
      tasks.map(({ dueAt }) => dueAt),
    ],
  );
};

export const strikeEndedTasks: RowWriter = async (tx, rows) => {
  const ended = rows as readonly EndTask[];
  await tx.query(
    `delete from wipe_tasks using unnest($1::uuid[], $2::text[]) as ended (wipe_id, kind)
     where wipe_tasks.wipe_id = ended.wipe_id and wipe_tasks.kind = ended.kind`,
    [ended.map(({ wipeId }) => wipeId), ended.map(({ kind }) => kind)],
  );
};

export const writeWipeCounts: RowWriter = async (tx, rows) => {
  const counted = rows as readonly { wipeId: string; counts: WipeCounts }[];
  await tx.query(
    `insert into wipe_counts (wipe_id, questions, discussions, podcasts, reposts)
     select * from unnest($1::uuid[], $2::int[], $3::int[], $4::int[], $5::int[])`,
    [
      counted.map(({ wipeId }) => wipeId),
      counted.map(({ counts }) => counts.questions),
      counted.map(({ counts }) => counts.discussions),
      counted.map(({ counts }) => counts.podcasts),
      counted.map(({ counts }) => counts.reposts),
    ],
  );
};
