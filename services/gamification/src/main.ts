import { runService } from '@hearsay/service-runtime';
import { GamificationConfig } from './config.js';
import { gamification } from './gamification.definition.js';

await runService(gamification, GamificationConfig);
