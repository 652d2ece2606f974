import web from './web/jest.config.mjs';

// Native ES modules, the module system of production: Nest 12 is ESM only and jest can load it from Node 24.9 on.
const preset = {
  roots: ['<rootDir>/libs', '<rootDir>/services', '<rootDir>/infra'],
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        sourceMaps: 'inline',
        jsc: {
          target: 'es2023',
          keepClassNames: true,
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: true },
        },
        module: { type: 'es6' },
      },
    ],
  },
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  // Libraries are read from their sources, so that a test needs no build first.
  testEnvironmentOptions: { customExportConditions: ['@hearsay/source', 'node', 'node-addons'] },
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
};

/** All tests but those of a browser: `npx jest FILE` runs one file of any kind. */
export default {
  // Far above what a busy machine needs: it only ends a test that would wait for ever.
  testTimeout: 600_000,
  // A worker keeps a part of every file that it has run: beyond this it is replaced by a new one.
  workerIdleMemoryLimit: '1GB',
  projects: [
    { ...preset, displayName: 'unit', testMatch: ['**/*.spec.ts'] },
    {
      ...preset,
      displayName: 'int',
      testMatch: ['**/*.int-spec.ts'],
      globalSetup: '<rootDir>/infra/local/jest-set-up.ts',
      globalTeardown: '<rootDir>/infra/local/jest-tear-down.ts',
    },
    { ...preset, displayName: 'journey', testMatch: ['**/*.journey-spec.ts'] },
    web,
  ],
};
