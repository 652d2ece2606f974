import { foldUsername } from '@hearsay/contracts';
import { optionalList, serviceSettings } from '@hearsay/service-runtime';
import { z } from 'zod';

const usernames = optionalList.transform((names) => names.map(foldUsername));

/** Lists of names hold folded names, ready to be compared. */
export const IdentityConfig = z.object({
  ...serviceSettings,
  BOOTSTRAP_AMBASSADORS: usernames,
  BOOTSTRAP_SPOTLIGHTS: usernames,
  PROTECTED_USERNAMES: usernames,
});
export type IdentityConfig = z.output<typeof IdentityConfig>;
