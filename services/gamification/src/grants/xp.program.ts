import { gamificationRpc, identityRpc } from '@hearsay/contracts';
import { type OperatorProgram, operatorContext, wrongUsageExit } from '@hearsay/service-runtime';
import * as z from 'zod/mini';

const usage = 'xp grant NAME N REASON (a name with spaces in quotes; a negative N takes away)';

/** `xp grant NAME N REASON`: a ledger entry with its reason kept for the audit. */
export const xpProgram: OperatorProgram = async ([verb, username, number, ...words], { rpc, print }) => {
  const input = z.omit(gamificationRpc.grantXp.input, { accountId: true }).safeParse({ amount: Number(number), reason: words.join(' ') });
  if (verb !== 'grant' || !username || number === undefined || !input.success) {
    print(usage);
    return wrongUsageExit;
  }
  const { accountId } = await rpc.call(identityRpc.accountByName, { username }, operatorContext());
  if (accountId === null) {
    print(`Nobody is called ${username}`);
    return 1;
  }
  const { xp, level } = await rpc.call(gamificationRpc.grantXp, { ...input.data, accountId }, operatorContext());
  print(`${username} has ${xp} XP now, level ${level}`);
  return 0;
};
