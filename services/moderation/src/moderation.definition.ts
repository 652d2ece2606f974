import type { ServiceDefinition } from '@hearsay/service-runtime';
import type { ModerationConfig } from './config.js';
import { migrations } from './migrations.js';

export const moderation: ServiceDefinition<ModerationConfig> = {
  name: 'moderation',
  migrations,
  build: () => ({
    aggregates: [],
    readModels: [],
    writers: {},
    assemble: () => ({ controllers: [], providers: [] }),
  }),
};
