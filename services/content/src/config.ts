import { mediaSettings } from '@hearsay/media-store';
import { redisUrl, sealSettings, serviceSettings } from '@hearsay/service-runtime';
import { z } from 'zod';

const longestHours = 24 * 365;

export const ContentConfig = z.object({
  ...serviceSettings,
  ...sealSettings,
  ...mediaSettings,
  ERASE_AFTER_HOURS: z.coerce
    .number()
    .min(0)
    .max(longestHours)
    .default(72)
    .describe(
      'Hours after which words and bytes of removed episodes are erased. Until then the removal can be undone.',
    ),
  REDIS_URL: redisUrl.describe('Redis of the jobs.'),
});
export type ContentConfig = z.output<typeof ContentConfig>;
