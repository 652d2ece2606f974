import { runService } from '@hearsay/service-runtime';
import { GamificationConfig } from './config.js';
import { gamification } from './gamification.service.js';

await runService(gamification, GamificationConfig);
