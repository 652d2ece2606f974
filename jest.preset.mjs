import { fileURLToPath } from 'node:url';

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

const serverTimeoutMs = 60_000;

/** The two kinds of tests a workspace has: pure ones, and ones on real servers (see infra/local/jest-servers.mjs). */
export const projects = () => ({
  testTimeout: serverTimeoutMs,
  reporters: ['default', repositoryFile('./infra/local/count-reporter.mjs')],
  projects: [
    { ...preset, displayName: 'unit', testMatch: ['**/*.spec.ts'] },
    {
      ...preset,
      displayName: 'int',
      testMatch: ['**/*.int-spec.ts'],
      globalSetup: repositoryFile('./infra/local/jest-servers.mjs'),
      globalTeardown: repositoryFile('./infra/local/jest-servers-stop.mjs'),
    },
  ],
});
