import type { gamificationRpc, RpcOutput, XpActivity } from '@hearsay/contracts';

/** An entry of one's own ledger. */
export const presentXpActivity = (
  entry: RpcOutput<typeof gamificationRpc.xpActivities>['activities'][number],
): XpActivity => ({
  id: entry.id,
  rule: entry.rule,
  amount: entry.amount,
  counted: entry.counted,
  isReversed: entry.isReversed,
  reversedBecause: entry.reversedBecause,
  contentType: entry.contentType,
  contentId: entry.contentId,
  createdAt: entry.createdAt,
});
