/** The asker of a question who has no account. */
export const guest = 'a guest';

/** What became of a question that was asked of one person. */
export interface Decision {
  readonly as: 'approved' | 'ignored';
  /** Days before the seed. */
  readonly ago: number;
  /** The target's answer, pinned, and the boosts that open it. */
  readonly answer?: { readonly words: string; readonly threshold: number };
}

/** A question of the seeded community with everything that happened to it. */
export interface Story {
  /** The asker's key, or `guest`. */
  readonly by: string;
  /** The one person who is asked; absent: everybody. */
  readonly to?: string;
  /** What they made of it; absent: it waits for them. Nobody talks or boosts before it is approved. */
  readonly decided?: Decision;
  readonly title: string;
  readonly description?: string;
  readonly isAnonymous?: true;
  readonly refusesAnonymousReplies?: true;
  /** Confession mode: boosts that open description and replies. */
  readonly threshold?: number;
  /** Days before the seed. */
  readonly asked: number;
  readonly boosts: number;
  /** When the last boost came, in minutes before the seed; otherwise within the first days. */
  readonly lastBoostMinutesAgo?: number;
  /** Hours over which the chat goes on; default: most of a day. */
  readonly hours?: number;
  /**
   * A message a line: `key: words`. `(key)` writes anonymously, `key > other` answers the other's last message, `+3` before
   * the colon says how many people boost the message.
   */
  readonly chat: string;
}
