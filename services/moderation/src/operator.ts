import { runOperatorProgram } from '@hearsay/service-runtime';
import { auditProgram } from './audit/audit.program.js';
import { ModerationConfig } from './config.js';
import { moderation } from './moderation.definition.js';

await runOperatorProgram(moderation, ModerationConfig, { audit: auditProgram });
