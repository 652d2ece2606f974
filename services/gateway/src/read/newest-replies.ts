import { type CallContext, contentRpc, type ReplyView } from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';

/**
 * The newest `limit` replies, where content's first answer, `newest`, had no room for the older ones of them. `isHiding`: posts were being hidden while the older
 * ones were read.
 */
export const newestReplies = async (
  rpc: RpcClient,
  newest: readonly ReplyView[],
  limit: number,
  context: CallContext,
): Promise<{ replies: ReplyView[]; isHiding: boolean }> => {
  const replies = [...newest];
  let isHiding = false;
  for (let isCut = true; isCut && replies.length < limit; ) {
    const { questionId, number: before } = replies[0]!;
    const wanted = { questionId, before, limit: limit - replies.length };
    const answer = await rpc.call(contentRpc.repliesBefore, wanted, context);
    replies.unshift(...answer.replies);
    isHiding ||= answer.isHiding ?? false;
    isCut = answer.isCut && answer.replies.length > 0;
  }
  return { replies, isHiding };
};
