import { runService } from '@hearsay/service-runtime';
import { EngagementConfig } from './config.js';
import { engagement } from './engagement.service.js';

await runService(engagement, EngagementConfig);
