import { runService } from '@hearsay/service-runtime';
import { EngagementConfig } from './config.js';
import { engagement } from './engagement.definition.js';

await runService(engagement, EngagementConfig);
