import { sealSettings, serviceSettings } from '@hearsay/service-runtime';
import { z } from 'zod';

export const ContentConfig = z.object({ ...serviceSettings, ...sealSettings });
export type ContentConfig = z.output<typeof ContentConfig>;
