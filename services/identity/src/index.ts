export { IdentityConfig } from './config.js';
export { identity } from './identity.service.js';
