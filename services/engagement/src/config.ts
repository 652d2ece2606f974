import { sealSettings, serviceSettings } from '@hearsay/service-runtime';
import { z } from 'zod';

export const EngagementConfig = z.object({ ...serviceSettings, ...sealSettings });
export type EngagementConfig = z.output<typeof EngagementConfig>;
