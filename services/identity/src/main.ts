import { runService } from '@hearsay/service-runtime';
import { IdentityConfig } from './config.js';
import { identity } from './identity.definition.js';

await runService(identity, IdentityConfig);
