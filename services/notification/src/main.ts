import { runService } from '@hearsay/service-runtime';
import { NotificationConfig } from './config.js';
import { notification } from './notification.definition.js';

await runService(notification, NotificationConfig);
