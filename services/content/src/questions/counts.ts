import { type CallContext, engagementRpc } from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import { queryContext } from '@hearsay/service-runtime';
import type { Counts } from './lower-threshold.js';

export const noCounts: Counts = { peak: 0, revision: 0 };

/** Counts by question id, from engagement, because content's copies lag. Leaves out questions unseen by the caller. */
export const countsOf = async (
  rpc: RpcClient,
  questionIds: readonly string[],
  context: CallContext,
): Promise<Map<string, Counts>> => {
  const items = questionIds.map((contentId) => ({ contentType: 'question' as const, contentId }));
  const { counts } = await rpc.call(engagementRpc.contentCounts, { items }, queryContext(context));
  return new Map(
    counts.map(({ contentId, boostPeak, boostCount, revision }) => [
      contentId,
      { peak: boostPeak ?? boostCount, revision },
    ]),
  );
};
