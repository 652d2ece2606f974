import { Refusal } from '@hearsay/contracts';
import type { CommandDefinition } from '@hearsay/event-store';
import type { MarkRow } from './inbox.sql.js';

export type MarkInbox = Omit<MarkRow, 'mark'> & { readonly mark: MarkRow['mark'] | null };

/**
 * Marks are rows, not events: over time, their instants in the log would reveal the owner of an anonymous inbox. A mark
 * holds the numbers that were seen, so that later acts stay unread.
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
