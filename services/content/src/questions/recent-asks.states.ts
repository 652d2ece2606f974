/** What one person has asked another within a day, signed and anonymous together. */
export interface RecentAsks {
  readonly count: number;
  /** ISO instant; null before the first. */
  readonly oldestAt: string | null;
}

/** `authorTag` finds the anonymous asks. */
export interface Asking {
  readonly accountId: string;
  readonly authorTag: string;
  readonly targetId: string;
}

/** Names the asks of one person to another. It is in no row and no event: it would join anonymous asks to an account. */
export const recentAsksKey = ({ accountId, authorTag, targetId }: Asking): string =>
  JSON.stringify([accountId, authorTag, targetId]);
