import { rowsCommand } from '@hearsay/event-store';
import type { MarkRow } from './inbox.sql.js';

type MarkInbox = Omit<MarkRow, 'mark'> & { readonly marks: readonly MarkRow['mark'][] };

/**
 * Marks are rows and not events, because over time their instants in the log would reveal the owner of an anonymous
 * inbox. A mark holds the numbers that were seen, so that later acts stay unread.
 */
export const markInboxCommand = (type: string) =>
  rowsCommand(type, ({ reader, authorId, marks }: MarkInbox) => ({
    marks: marks.map((mark): MarkRow => ({ reader, authorId, mark })),
  }));
