import type { Discussion } from '@hearsay/contracts';
import { chatTexts } from '../../shared/texts/chat.ts';

const GROUP_WITHIN_MS = 2 * 60_000;

export interface ChatRow {
  readonly message: Discussion;
  readonly opensGroup: boolean;
  readonly isFirstNew: boolean;
}

/** Caches each row with its preceding message, so that a new message redraws no other row. */
const made = new WeakMap<Discussion, { readonly before: Discussion | undefined; readonly row: ChatRow }>();

/** Groups messages that one author sent within two minutes. An unchanged row stays the same object. */
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
  // Never groups anonymous messages, because a group would say that one person wrote them.
  const isSameAuthor = after.isMine || (!after.isAnonymous && before.userId === after.userId);
  return isSameAuthor && Date.parse(after.createdAt) - Date.parse(before.createdAt) < GROUP_WITHIN_MS;
}

export const authorName = (message: Pick<Discussion, 'isAnonymous' | 'user'>): string =>
  message.isAnonymous ? chatTexts.anon : (message.user?.username ?? chatTexts.someone);

/** Searches from the end, because a chat can be long. */
export function newerThan<Numbered extends { readonly number: number }>(
  messages: readonly Numbered[],
  number: number,
): readonly Numbered[] {
  let from = messages.length;
  while (from > 0 && (messages[from - 1]?.number ?? 0) > number) from--;
  return messages.slice(from);
}
