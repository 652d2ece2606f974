import { runOperatorProgram } from '@hearsay/service-runtime';
import { IdentityConfig } from './config.js';
import { identity } from './identity.definition.js';
import { rolesProgram } from './roles/roles.program.js';
import { accountsProgram } from './sign-in/accounts.program.js';

await runOperatorProgram(identity, IdentityConfig, { roles: rolesProgram, accounts: accountsProgram });
