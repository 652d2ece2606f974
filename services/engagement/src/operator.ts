import { runOperatorProgram } from '@hearsay/service-runtime';
import { EngagementConfig } from './config.js';
import { engagement } from './engagement.service.js';

await runOperatorProgram(engagement, EngagementConfig, {});
