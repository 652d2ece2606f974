import { insertRows, newestBy, type RowWriter, rowsDeleter } from '@hearsay/event-store';
import type { Bookmark, MarkRow, Watch } from './mark.decider.js';

const keepExistingTime = 'on conflict do nothing';
const deleteWatches = rowsDeleter('watches', 'question_id', 'account_id');
const deleteBookmarks = rowsDeleter('bookmarks', 'content_id', 'account_id');

const splitByState = <Row extends Watch>(rows: readonly Row[]) => ({
  on: rows.filter(({ on }) => on),
  off: rows.filter(({ on }) => !on),
});

/** If a batch changes a watch several times, the last change counts. A repeated watch keeps its first time. */
export const writeWatches: RowWriter = async (tx, rows) => {
  const marks = rows as readonly MarkRow<Watch>[];
  const { on, off } = splitByState(newestBy(marks, ({ questionId, accountId }) => `${questionId} ${accountId}`));
  const made = on.map(({ accountId, questionId, at }) => ({ accountId, questionId, watchedAt: at }));
  await insertRows(tx, 'watches', made, `order by question_id, account_id ${keepExistingTime}`);
  await deleteWatches(
    tx,
    off.map(({ accountId, questionId }) => ({ accountId, questionId })),
  );
};

export const writeBookmarks: RowWriter = async (tx, rows) => {
  const marks = rows as readonly MarkRow<Bookmark>[];
  const { on, off } = splitByState(newestBy(marks, ({ contentId, accountId }) => `${contentId} ${accountId}`));
  const made = on.map(({ accountId, contentType, contentId, questionId, at }) => {
    return { accountId, contentType, contentId, questionId, bookmarkedAt: at };
  });
  await insertRows(tx, 'bookmarks', made, `order by account_id, content_id ${keepExistingTime}`);
  await deleteBookmarks(
    tx,
    off.map(({ accountId, contentId }) => ({ accountId, contentId })),
  );
};
