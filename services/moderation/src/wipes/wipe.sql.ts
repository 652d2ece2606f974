import type { WipeCounts } from '@hearsay/contracts';
import { type Loaded, streamAggregate, type Transaction } from '@hearsay/event-store';
import { rowsInserter, rowsWriter } from '@hearsay/service-runtime';
import type { WipeTask } from './wipe-tasks.js';

const heads = streamAggregate(
  'wipes-of',
  [],
  () => null,
  () => null,
);

/** Locks people, and then looks which wipe of theirs runs: a statement behind the lock sees what was committed under it. */
export const loadRunningWipes = async (
  tx: Transaction,
  keys: readonly string[],
): Promise<Map<string, Loaded<string | null>>> => {
  const loaded: Map<string, Loaded<string | null>> = await heads.load(tx, keys);
  const { rows } = await tx.query<{ wipeId: string; subjectId: string }>(
    `select id as "wipeId", subject_id as "subjectId" from wipes where subject_id = any($1) and status = 'running'`,
    [keys],
  );
  for (const { wipeId, subjectId } of rows) loaded.set(subjectId, { version: 0, state: wipeId });
  return loaded;
};

/** An undoing replaces the task of hiding. */
export const writeWipeTasks = rowsInserter<WipeTask>(
  'wipe_tasks',
  { wipeId: 'uuid', subjectId: 'uuid', kind: 'text', dueAt: 'timestamptz' },
  'on conflict (wipe_id) do update set kind = excluded.kind, due_at = excluded.due_at',
);

export const strikeEndedTasks = rowsWriter<Pick<WipeTask, 'wipeId' | 'kind'>>(
  { wipeId: 'uuid', kind: 'text' },
  (given) => `delete from wipe_tasks using ${given}
    where wipe_tasks.wipe_id = given.wipe_id and wipe_tasks.kind = given.kind`,
);

export const writeWipeCounts = rowsInserter<{ readonly wipeId: string } & WipeCounts>('wipe_counts', {
  wipeId: 'uuid',
  questions: 'int',
  discussions: 'int',
  podcasts: 'int',
  reposts: 'int',
});
