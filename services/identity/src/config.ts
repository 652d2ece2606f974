import { foldUsername } from '@hearsay/contracts';
import { optionalList, publicUrl, serviceSettings } from '@hearsay/service-runtime';
import { z } from 'zod';

const usernames = optionalList.transform((names) => names.map(foldUsername));

export const IdentityConfig = z.object({
  ...serviceSettings,
  PUBLIC_URL: publicUrl,
  PROTECTED_USERNAMES: usernames.describe(
    'Names, separated by commas. They and names that look like them cannot be registered, and their posts cannot be wiped.',
  ),
});
export type IdentityConfig = z.output<typeof IdentityConfig>;
