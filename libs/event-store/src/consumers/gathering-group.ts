/** From so many events in one group on, the next one gathers. */
const manyEvents = 64;
/** How long after a group was taken the next one is taken at the earliest. */
const gatherMs = 500;

/** A group as its consumer has taken it. */
interface TakenGroup {
  /** In its messages, wanted or not. */
  readonly events: number;
  /** More was there already. */
  readonly leftMore: boolean;
}

/**
 * How many milliseconds the next group of a consumer gathers. A group costs its statements, its commit, and a version of every row that many of its
 * events touch: counters, ranks, sums of days. While hundreds of events arrive in a second, fewer and larger groups write each of those rows once for
 * more of them. What comes one by one is applied at once, and who is behind waits for nothing.
 * @param sinceTakenMs how long ago the group was taken
 */
export const gatherAfter = ({ events, leftMore }: TakenGroup, sinceTakenMs: number): number =>
  leftMore || events < manyEvents ? 0 : Math.max(0, gatherMs - sinceTakenMs);
