import { runService } from '@hearsay/service-runtime';
import { NotificationConfig } from './config.js';
import { notification } from './notification.service.js';

await runService(notification, NotificationConfig);
