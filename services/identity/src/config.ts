import { foldUsername } from '@hearsay/contracts';
import { optionalList, serviceSettings } from '@hearsay/service-runtime';
import { z } from 'zod';

const usernames = optionalList.transform((names) => names.map(foldUsername));

/** Lists of names hold folded names, ready to be compared. */
export const IdentityConfig = z.object({
  ...serviceSettings,
  BOOTSTRAP_AMBASSADORS: usernames.describe(
    'Names, separated by commas, that become ambassadors at the first start that finds them with an account; others wait for an operator.',
  ),
  BOOTSTRAP_SPOTLIGHTS: usernames.describe('The same for spotlights.'),
  PROTECTED_USERNAMES: usernames.describe(
    'Names, separated by commas, that nobody can register, nor any that looks like one of them; what is posted under them cannot be wiped.',
  ),
});
export type IdentityConfig = z.output<typeof IdentityConfig>;
