import { sealSettings, serviceSettings } from '@hearsay/service-runtime';
import { z } from 'zod';

export const NotificationConfig = z.object({ ...serviceSettings, ...sealSettings });
export type NotificationConfig = z.output<typeof NotificationConfig>;
