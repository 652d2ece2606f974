import type { Discussion } from '@hearsay/contracts';
import { chatTexts } from '../../shared/texts/chat.ts';

/** Messages of one person within this time share their head. */
const GROUP_WITHIN_MS = 2 * 60_000;

export interface ChatRow {
  readonly message: Discussion;
  /** The first of an author's run: it carries the face and the name. */
  readonly opensGroup: boolean;
  /** The first one that this browser has not shown before. */
  readonly isFirstNew: boolean;
}

/** Rows that were made before, with the message that stood before them: in a long chat what comes changes the last one only, and what has not changed is not drawn again. */
const made = new WeakMap<Discussion, { readonly before: Discussion | undefined; readonly row: ChatRow }>();

/** Messages as they are drawn: an author's words within two minutes belong together. Nobody is joined to the anonymous. An unchanged row is the same object. */
export function chatRows(messages: readonly Discussion[], firstNewId: string | null = null): ChatRow[] {
  return messages.map((message, index) => {
    const before = messages[index - 1];
    const isFirstNew = message.id === firstNewId;
    const known = made.get(message);
    if (known && known.before === before && known.row.isFirstNew === isFirstNew) return known.row;
    const row = { message, opensGroup: !before || isFirstNew || !isSameRun(before, message), isFirstNew };
    made.set(message, { before, row });
    return row;
  });
}

function isSameRun(before: Discussion, after: Discussion): boolean {
  if (after.parentReplyId !== null || before.isMine !== after.isMine || before.isAnonymous !== after.isAnonymous)
    return false;
  // Two anonymous messages may come from two people: joining them would say that they do not.
  const isSameAuthor = after.isMine || (!after.isAnonymous && before.userId === after.userId);
  return isSameAuthor && Date.parse(after.createdAt) - Date.parse(before.createdAt) < GROUP_WITHIN_MS;
}

export const authorName = (message: Pick<Discussion, 'isAnonymous' | 'user'>): string =>
  message.isAnonymous ? chatTexts.anon : (message.user?.username ?? chatTexts.someone);
