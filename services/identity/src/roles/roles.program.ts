import { identityRpc, Role } from '@hearsay/contracts';
import { type OperatorProgram, operatorContext, wrongUsageExit } from '@hearsay/service-runtime';
import { founderLinkLines } from '../sign-in/founder-links.js';

const usage = `roles grant|revoke ${Role.options.join('|')} NAME
roles found [--first] [--url=ADDRESS]`;
const urlOption = '--url=';

/** Prints a new founder's link. With `--first`, prints nothing if a link exists already. */
const makeFounderLink: OperatorProgram = async (options, { rpc, print }) => {
  const isFirst = options.includes('--first');
  const address = options.find((option) => option.startsWith(urlOption))?.slice(urlOption.length);
  const { link } = await rpc.call(identityRpc.makeFounderLink, { isFirst }, operatorContext());
  if (link) for (const line of founderLinkLines(link, address)) print(line);
  else if (!isFirst) print('An ambassador has existed here already. Grant the role: roles grant ambassador NAME');
  return link || isFirst ? 0 : 1;
};

/** `roles grant|revoke ambassador|spotlight NAME` or `roles found`. A name may contain spaces. */
export const rolesProgram: OperatorProgram = async ([verb, word, ...nameParts], { rpc, print }) => {
  const options = word === undefined ? nameParts : [word, ...nameParts];
  if (verb === 'found' && options.every((option) => option === '--first' || option.startsWith(urlOption)))
    return makeFounderLink(options, { rpc, print });
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
