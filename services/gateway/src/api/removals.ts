import { ActorBody, type ContentRef, contentRpc, Success } from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import { type Call, signedIn } from '../http/call.js';

/** Of the calls that delete something; which roles may is content's to decide. */
export const removalCall = {
  body: ActorBody,
  answer: Success,
  limit: 'removals',
} as const;

export const removeContent = async (
  rpc: RpcClient,
  { contentType, contentId }: ContentRef,
  call: Call,
): Promise<{ success: true }> => {
  const { isAmbassador } = signedIn(call);
  await rpc.call(contentRpc.removeContent, { contentType, contentId, isAmbassador }, call.context);
  return { success: true };
};
