/** A question of the seeded community with everything that happened to it. */
export interface Story {
  /** The asker's key. */
  readonly by: string;
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
