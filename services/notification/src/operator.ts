import { runOperatorProgram } from '@hearsay/service-runtime';
import { NotificationConfig } from './config.js';
import { notification } from './notification.definition.js';

await runOperatorProgram(notification, NotificationConfig, {});
