export interface PostCounts {
  readonly boosts: number;
  readonly replies: number;
  readonly reposts: number;
}

/**
 * This many seconds of age count as much as ten times the engagement, as in Reddit's sort 'hot'. Source:
 * https://github.com/reddit-archive/reddit, r2/lib/db/_sorts.pyx
 */
const secondsPerTenfold = 45_000;
/** The rank is rounded, so that one more boost does not change the rank of a post with thousands of boosts. */
const trendingDecimals = 3;

export const engagementWeights: PostCounts = { boosts: 1, replies: 2, reposts: 3 };

export const engagementRank = ({ boosts, replies, reposts }: PostCounts): number =>
  engagementWeights.boosts * boosts + engagementWeights.replies * replies + engagementWeights.reposts * reposts;

/**
 * log10(max(engagement, 1)) + created / 45000, with `created` in seconds since 1970. The rank does not depend on the
 * current time, so an index on it never becomes stale.
 */
export const trendingRank = (counts: PostCounts, createdAt: Date): number => {
  const rank = Math.log10(Math.max(engagementRank(counts), 1)) + createdAt.getTime() / 1000 / secondsPerTenfold;
  return Math.round(rank * 10 ** trendingDecimals) / 10 ** trendingDecimals;
};
