import { allIntegration } from './jest.preset.mjs';

/** What `npm test` runs; each workspace has its own integration tests beside its unit tests in a jest.config.mjs. */
export default allIntegration;
