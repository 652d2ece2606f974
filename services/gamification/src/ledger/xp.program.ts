import { gamificationRpc, identityRpc } from '@hearsay/contracts';
import { type OperatorProgram, operatorContext, wrongUsageExit } from '@hearsay/service-runtime';
import * as z from 'zod/mini';

const usage =
  'xp grant NAME N REASON [--key=KEY] (a name with spaces in quotes; a negative N takes away; the same grant under the same key counts once)';
const keyOption = '--key=';

/** Calls with the same `--key=` within a day make only one grant. */
export const xpProgram: OperatorProgram = async (args, { rpc, print }) => {
  const [verb, username, number, ...words] = args.filter((word) => !word.startsWith(keyOption));
  const idempotencyKey = args.find((word) => word.startsWith(keyOption))?.slice(keyOption.length);
  const input = z
    .omit(gamificationRpc.grantXp.input, { accountId: true })
    .safeParse({ amount: Number(number), reason: words.join(' ') });
  if (verb !== 'grant' || !username || number === undefined || !input.success || idempotencyKey === '') {
    print(usage);
    return wrongUsageExit;
  }
  const { accountId } = await rpc.call(identityRpc.accountByName, { username }, operatorContext());
  if (accountId === null) {
    print(`Nobody is called ${username}`);
    return 1;
  }
  const { xp, level } = await rpc.call(
    gamificationRpc.grantXp,
    { ...input.data, accountId },
    operatorContext({ idempotencyKey }),
  );
  print(`${username} has ${xp} XP now, level ${level}`);
  return 0;
};
