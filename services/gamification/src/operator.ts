import { runOperatorProgram } from '@hearsay/service-runtime';
import { GamificationConfig } from './config.js';
import { gamification } from './gamification.definition.js';
import { xpProgram } from './ledger/xp.program.js';

await runOperatorProgram(gamification, GamificationConfig, { xp: xpProgram });
