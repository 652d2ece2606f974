import type { Discussion } from '@hearsay/contracts';
import { chatTexts } from '../../shared/texts/chat.ts';

const GROUP_WITHIN_MS = 2 * 60_000;

/** False if the author of both messages sent the second one within two minutes of the first. */
export function opensGroup(before: Discussion | undefined, after: Discussion): boolean {
  if (!before || after.parentReplyId !== null) return true;
  if (before.isMine !== after.isMine || before.isAnonymous !== after.isAnonymous) return true;
  // Never groups anonymous messages, because a group would say that one person wrote them.
  const isSameAuthor = after.isMine || (!after.isAnonymous && before.userId === after.userId);
  return !isSameAuthor || Date.parse(after.createdAt) - Date.parse(before.createdAt) >= GROUP_WITHIN_MS;
}

export const authorName = (message: Pick<Discussion, 'isAnonymous' | 'user'>): string =>
  message.isAnonymous ? chatTexts.anon : (message.user?.username ?? chatTexts.someone);

/** Searches from the end, because a chat can be long. */
export function messagesNewerThan<Numbered extends { readonly number: number }>(
  messages: readonly Numbered[],
  number: number,
): readonly Numbered[] {
  let from = messages.length;
  while (from > 0 && (messages[from - 1]?.number ?? 0) > number) from--;
  return messages.slice(from);
}
