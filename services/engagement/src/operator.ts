import { runOperatorProgram } from '@hearsay/service-runtime';
import { EngagementConfig } from './config.js';
import { engagement } from './engagement.definition.js';

await runOperatorProgram(engagement, EngagementConfig, {});
