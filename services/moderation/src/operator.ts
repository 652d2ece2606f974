import { runOperatorProgram } from '@hearsay/service-runtime';
import { ModerationConfig } from './config.js';
import { moderation } from './moderation.definition.js';

await runOperatorProgram(moderation, ModerationConfig, {});
