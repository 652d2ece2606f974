import { serviceSettings } from '@hearsay/service-runtime';
import { z } from 'zod';

export const ModerationConfig = z.object({
  ...serviceSettings,
  REDIS_URL: z.url().describe('Redis of the jobs.'),
});
export type ModerationConfig = z.output<typeof ModerationConfig>;
