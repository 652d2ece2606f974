import { runService } from '@hearsay/service-runtime';
import { IdentityConfig } from './config.js';
import { identity } from './identity.service.js';

await runService(identity, IdentityConfig);
