/** Whether one person follows another. */
export interface Follow {
  readonly isFollowing: boolean;
  /** Hidden accounts that keep it from counting; it was not taken back. */
  readonly suspendedBy: readonly string[];
  readonly toggle: number;
}

/** How many follow a person, and whom the person follows. */
export interface FollowCount {
  readonly accountId: string;
  readonly followers: number;
  readonly following: number;
}

export const neverFollowed: Follow = { isFollowing: false, suspendedBy: [], toggle: 0 };
