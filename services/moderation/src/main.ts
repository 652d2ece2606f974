import { runService } from '@hearsay/service-runtime';
import { ModerationConfig } from './config.js';
import { moderation } from './moderation.definition.js';

await runService(moderation, ModerationConfig);
