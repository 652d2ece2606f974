import { runOperatorProgram } from '@hearsay/service-runtime';
import { IdentityConfig } from './config.js';
import { identity } from './identity.service.js';
import { rolesCommand } from './roles.command.js';

await runOperatorProgram(identity, IdentityConfig, { roles: rolesCommand });
