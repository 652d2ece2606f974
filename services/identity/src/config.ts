import { foldUsername } from '@hearsay/contracts';
import { optionalList, serviceSettings } from '@hearsay/service-runtime';
import { z } from 'zod';

const usernames = optionalList.transform((names) => names.map(foldUsername));

export const IdentityConfig = z.object({
  ...serviceSettings,
  BOOTSTRAP_AMBASSADORS: usernames.describe(
    'Names, separated by commas. An account with such a name becomes ambassador at the first start that finds it; others wait for an operator.',
  ),
  BOOTSTRAP_SPOTLIGHTS: usernames.describe('The same for spotlights.'),
  PROTECTED_USERNAMES: usernames.describe(
    'Names, separated by commas. They and names that look like them cannot be registered, and their posts cannot be wiped.',
  ),
});
export type IdentityConfig = z.output<typeof IdentityConfig>;
