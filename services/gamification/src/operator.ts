import { runOperatorProgram } from '@hearsay/service-runtime';
import { GamificationConfig } from './config.js';
import { gamification } from './gamification.service.js';
import { xpCommand } from './xp.command.js';

await runOperatorProgram(gamification, GamificationConfig, { xp: xpCommand });
