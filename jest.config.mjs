import web, { swcTransform } from './web/jest.config.mjs';

// Native ES modules, as in production: Nest 12 is ESM only, which jest can load since Node 24.9.
const preset = {
  roots: ['<rootDir>/libs', '<rootDir>/services', '<rootDir>/infra'],
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: swcTransform({
    keepClassNames: true,
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: true },
  }),
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  // Tests import the sources of libraries, so they need no build.
  testEnvironmentOptions: { customExportConditions: ['@hearsay/source', 'node', 'node-addons'] },
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
};

/** All tests except the browser tests. `npx jest FILE` runs one file of any kind. */
export default {
  // Ends only tests that hang.
  testTimeout: 600_000,
  // Workers keep memory of every file that they have run, so jest replaces a worker above this limit.
  workerIdleMemoryLimit: '1GB',
  projects: [
    { ...preset, displayName: 'unit', testMatch: ['**/*.spec.ts'] },
    {
      ...preset,
      displayName: 'int',
      testMatch: ['**/*.int-spec.ts'],
      globalSetup: '<rootDir>/infra/local/test-servers.ts',
      globalTeardown: '<rootDir>/infra/local/jest-tear-down.ts',
    },
    { ...preset, displayName: 'journey', testMatch: ['**/*.journey-spec.ts'] },
    web,
  ],
};
