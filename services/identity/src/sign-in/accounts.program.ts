import { identityRpc } from '@hearsay/contracts';
import { type OperatorProgram, operatorContext, wrongUsageExit } from '@hearsay/service-runtime';

const usage = 'accounts reset NAME [--url=ADDRESS]';
const urlOption = '--url=';

/** A name may contain spaces. `--url=` is the address of the web app. Without it, the program prints only the path. */
export const accountsProgram: OperatorProgram = async ([verb, ...words], { rpc, print }) => {
  const username = words.filter((word) => !word.startsWith(urlOption)).join(' ');
  if (verb !== 'reset' || username === '') {
    print(usage);
    return wrongUsageExit;
  }
  const url = words.find((word) => word.startsWith(urlOption))?.slice(urlOption.length) ?? '';
  const { token, expiresAt } = await rpc.call(identityRpc.allowReset, { username }, operatorContext());
  print(`${url}/reset/${token}`);
  print(`This link sets a new password for ${username}, once, until ${expiresAt}.`);
  return 0;
};
