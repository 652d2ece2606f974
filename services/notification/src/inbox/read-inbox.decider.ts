import { rowsCommand } from '@hearsay/event-store';
import type { MarkRow } from './inbox.sql.js';

type MarkInbox = Omit<MarkRow, 'mark'> & { readonly marks: readonly MarkRow['mark'][] };

/**
 * Read marks are rows and not events, because the instants of many events would reveal the owner of an anonymous inbox.
 * A mark has the numbers that the person saw, so that later acts stay unread.
 */
export const markInboxCommand = (type: string) =>
  rowsCommand(type, ({ reader, authorId, marks }: MarkInbox) => ({
    marks: marks.map((mark): MarkRow => ({ reader, authorId, mark })),
  }));
