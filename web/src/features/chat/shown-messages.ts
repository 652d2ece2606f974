import type { Discussion } from '@hearsay/contracts';
import { useMemo } from 'react';

/** Hides an own message whose entry arrives before its answer, because the temporary one shows it. */
export function useShown(
  messages: readonly Discussion[],
  sentAfter: number | undefined,
  userId: string | undefined,
  pinnedId: string | undefined,
): readonly Discussion[] {
  return useMemo(() => {
    const isHidden = ({ id, number, user, isAnonymous, isMine }: Discussion) =>
      id === pinnedId ||
      (sentAfter !== undefined && number > sentAfter && !isMine && (isAnonymous || user?.id === userId));
    return messages.some(isHidden) ? messages.filter((message) => !isHidden(message)) : messages;
  }, [messages, sentAfter, userId, pinnedId]);
}

/** Looks only at the end, because a chat can be long. */
export function newerThan<Numbered extends { readonly number: number }>(
  messages: readonly Numbered[],
  number: number,
): readonly Numbered[] {
  let from = messages.length;
  while (from > 0 && (messages[from - 1]?.number ?? 0) > number) from--;
  return messages.slice(from);
}
