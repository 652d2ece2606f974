import { keepDraft, loadDraft } from '../../shared/drafts/drafts.ts';

/** A message that was sent and of which the server has not said yet that it is there. */
interface Unconfirmed {
  readonly content: string;
  readonly isAnonymous: boolean;
  /** Sent again under the same one it is there once. */
  readonly key: string;
  /** The room's last number when it was sent. */
  readonly after: number;
}

const nameOf = (questionId: string): string => `${questionId} unconfirmed`;

/** Chats that this page load is sending to: it hears itself what becomes of that. */
const onTheirWay = new Set<string>();

/** Keeps what is being sent: a page that is loaded anew meanwhile would know of it no more. */
export function keepUnconfirmed(questionId: string, message: Unconfirmed): void {
  onTheirWay.add(questionId);
  keepDraft(nameOf(questionId), JSON.stringify(message));
}

/** It is there, or its words are back in the composer. */
export function forgetUnconfirmed(questionId: string): void {
  onTheirWay.delete(questionId);
  keepDraft(nameOf(questionId), null);
}

/** What an earlier page load was sending when it ended; null where there is nothing, or where this one is sending. */
export function loadUnconfirmed(questionId: string): Unconfirmed | null {
  if (onTheirWay.has(questionId)) return null;
  try {
    const kept: unknown = JSON.parse(loadDraft(nameOf(questionId)) ?? 'null');
    return isUnconfirmed(kept) ? kept : null;
  } catch {
    return null;
  }
}

function isUnconfirmed(kept: unknown): kept is Unconfirmed {
  const { content, isAnonymous, key, after } = (kept ?? {}) as Partial<Unconfirmed>;
  return (
    typeof content === 'string' &&
    typeof isAnonymous === 'boolean' &&
    typeof key === 'string' &&
    typeof after === 'number'
  );
}
