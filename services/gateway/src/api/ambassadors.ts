import { Refusal } from '@hearsay/contracts';
import { type Call, signedIn } from '../http/call.js';

/** The ambassador who calls. @throws Refusal `unauthenticated`, `forbidden` */
export const ambassador = (call: Call): string => {
  const { isAmbassador, accountId } = signedIn(call);
  if (!isAmbassador) throw new Refusal('forbidden', 'Only ambassadors can do this');
  return accountId;
};
