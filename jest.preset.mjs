import { fileURLToPath } from 'node:url';

/** @param {string} path */
const repositoryFile = (path) => fileURLToPath(new URL(path, import.meta.url));

// Native ES modules, the module system of production: Nest 12 is ESM only and jest can load it from Node 24.9 on.
export const preset = {
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

// Far above what a busy machine needs: it only ends a test that would wait for ever.
const serverTimeoutMs = 600_000;

const limits = {
  testTimeout: serverTimeoutMs,
  reporters: ['default', repositoryFile('./infra/local/jest-count-reporter.ts')],
};

const integration = {
  ...preset,
  testMatch: ['**/*.int-spec.ts'],
  globalSetup: repositoryFile('./infra/local/jest-set-up.ts'),
  globalTeardown: repositoryFile('./infra/local/jest-tear-down.ts'),
};

/** The two kinds of tests a workspace has: pure ones, and ones on real servers (see infra/local). */
export const projects = () => ({
  ...limits,
  projects: [
    { ...preset, displayName: 'unit', testMatch: ['**/*.spec.ts'] },
    { ...integration, displayName: 'int' },
  ],
});

/** The integration tests of all workspaces in one run, so that no workspace waits for the longest file of another. */
export const allIntegration = {
  ...limits,
  ...integration,
  rootDir: repositoryFile('.'),
  roots: ['<rootDir>/libs', '<rootDir>/services', '<rootDir>/infra'],
  // A worker keeps a part of every file that it has run: beyond this it is replaced by a new one.
  workerIdleMemoryLimit: '1GB',
};
