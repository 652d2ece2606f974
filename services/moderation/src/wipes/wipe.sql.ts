import {
  type RowWriter,
  rowsDeleter,
  rowsInserter,
  streamAggregate,
  type Transaction,
  upsertRows,
  type VersionedState,
} from '@hearsay/event-store';

const subjectHeads = streamAggregate(
  'wipes-of',
  [],
  () => null,
  () => null,
);

/** Reads the running wipes only once it holds the locks. So it sees what earlier holders have committed. */
export const loadRunningWipes = async (
  tx: Transaction,
  keys: readonly string[],
): Promise<Map<string, VersionedState<string | null>>> => {
  const loaded: Map<string, VersionedState<string | null>> = await subjectHeads.load(tx, keys);
  const { rows } = await tx.query<{ wipeId: string; subjectId: string }>(
    `select id as "wipeId", subject_id as "subjectId" from wipes where subject_id = any($1) and status = 'running'`,
    [keys],
  );
  for (const { wipeId, subjectId } of rows) loaded.set(subjectId, { version: 0, state: wipeId });
  return loaded;
};

export interface WipeTask {
  readonly wipeId: string;
  readonly subjectId: string;
  readonly kind: 'hide' | 'show';
  /** ISO instant. */
  readonly dueAt: string;
}

/** The task of an undo replaces the unfinished hide task of its wipe. */
export const writeWipeTasks: RowWriter = (tx, rows) => upsertRows(tx, { table: 'wipe_tasks', key: ['wipeId'] }, rows);

/** Deletes a task only if its kind is the same, so that the task of an undo stays. */
export const deleteWipeTasks: RowWriter = rowsDeleter('wipe_tasks', 'wipe_id', 'kind');

export const writeWipeCounts: RowWriter = rowsInserter('wipe_counts');
