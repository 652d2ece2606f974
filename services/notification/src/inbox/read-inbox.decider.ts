import { Refusal } from '@hearsay/contracts';
import type { CommandDefinition } from '@hearsay/event-store';
import type { MarkRow } from './inbox.sql.js';

/** `mark` null: nothing has to be marked. */
export type MarkInbox = Omit<MarkRow, 'mark'> & { readonly mark: MarkRow['mark'] | null };

/**
 * Reading and deleting are rows, not events: each act's instant in the log would in time tell whose inbox of anonymous content it
 * was. A mark says how far the person had been told when they asked, so what came since stays unread, and it can be set again.
 */
const markingAs = (type: string): CommandDefinition<MarkInbox, Record<string, never>> => ({
  type,
  plan: () => ({ aggregates: {} }),
  decide: ({ reader, authorId, mark }) => ({
    events: [],
    rows: { marks: mark === null ? [] : [{ reader, authorId, mark } satisfies MarkRow] },
    result: {},
  }),
});

/** A mark on one notification, which must be the person's own. */
const markingOneAs = (type: string): CommandDefinition<MarkInbox, Record<string, never>> => {
  const marking = markingAs(type);
  return {
    ...marking,
    decide(input, view, context) {
      if (input.mark === null) throw new Refusal('not_found');
      return marking.decide(input, view, context);
    },
  };
};

export const markRead = markingOneAs('mark-read');
export const deleteNotification = markingOneAs('delete-notification');
export const markQuestionRead = markingAs('mark-question-read');
export const markAllRead = markingAs('mark-all-read');
