export { IdentityConfig } from './config.js';
export { identity } from './identity.definition.js';
