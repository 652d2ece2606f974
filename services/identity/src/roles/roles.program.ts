import { identityRpc, Role } from '@hearsay/contracts';
import { type OperatorProgram, operatorContext, wrongUsageExit } from '@hearsay/service-runtime';

const usage = `roles grant|revoke ${Role.options.join('|')} NAME`;

/** `roles grant|revoke ambassador|spotlight NAME`. A name may contain spaces. */
export const rolesProgram: OperatorProgram = async ([verb, word, ...nameParts], { rpc, print }) => {
  const role = Role.safeParse(word);
  const username = nameParts.join(' ');
  if ((verb !== 'grant' && verb !== 'revoke') || !role.success || username === '') {
    print(usage);
    return wrongUsageExit;
  }
  const isGranted = verb === 'grant';
  const { accountId } = await rpc.call(identityRpc.accountByName, { username }, operatorContext());
  if (accountId === null) {
    print(`Nobody is called ${username}`);
    return 1;
  }
  const { hasChanged } = await rpc.call(
    identityRpc.setRole,
    { username, role: role.data, isGranted },
    operatorContext(),
  );
  const state = isGranted
    ? `is ${hasChanged ? 'now' : 'already'} ${role.data}`
    : `is ${hasChanged ? 'no longer' : 'not'} ${role.data}`;
  print(`${username} ${state}`);
  return 0;
};
