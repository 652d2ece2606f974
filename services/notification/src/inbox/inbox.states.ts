/** What decides about the notifications in an inbox. */
export interface Inbox {
  /** Number of the newest notification in it. */
  readonly lastNumber: number;
}

/** The notification that acts on one thing join while it is unread, and how many of them stand in it. */
export interface Group {
  readonly notificationId: string | null;
  readonly number: number;
  readonly count: number;
}
export const noGroup: Group = { notificationId: null, number: 0, count: 0 };

/** What a person was notified of one boost. */
export interface BoostAct {
  readonly notificationId: string | null;
  readonly toggle: number;
  readonly isBoosted: boolean;
}
export const unheardOf: BoostAct = { notificationId: null, toggle: 0, isBoosted: false };
