import { globSync } from 'node:fs';
import { integrationOf } from './jest.preset.mjs';

const manifests = globSync(['libs/*/package.json', 'services/*/package.json', 'infra/package.json'], { cwd: import.meta.dirname });

/** The integration tests of all workspaces, as `npm test` runs them; each has its own beside its unit tests in a jest.config.mjs. */
export default integrationOf(manifests.map((manifest) => manifest.slice(0, -'/package.json'.length)));
