import { keepDraft, loadDraft } from '../../shared/drafts/drafts.ts';

export interface Unconfirmed {
  readonly content: string;
  readonly isAnonymous: boolean;
  /** Idempotency key: a retry under it posts once. */
  readonly key: string;
  readonly after: number;
}

const nameOf = (questionId: string): string => `${questionId} unconfirmed`;

/** Chats that this page load is sending to. It learns the result itself. */
const onTheirWay = new Set<string>();

/** Stores a message during sending, because a reload would lose it. */
export function keepUnconfirmed(questionId: string, message: Unconfirmed): void {
  onTheirWay.add(questionId);
  keepDraft(nameOf(questionId), JSON.stringify(message));
}

export function forgetUnconfirmed(questionId: string): void {
  onTheirWay.delete(questionId);
  keepDraft(nameOf(questionId), null);
}

/** The message that an earlier page load was sending; null if none, or if this load is sending. */
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
