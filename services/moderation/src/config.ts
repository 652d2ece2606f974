import { redisUrl, serviceSettings } from '@hearsay/service-runtime';
import { z } from 'zod';

export const ModerationConfig = z.object({ ...serviceSettings, REDIS_URL: redisUrl.describe('Redis of the jobs.') });
export type ModerationConfig = z.output<typeof ModerationConfig>;
