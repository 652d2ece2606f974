import { fileURLToPath } from 'node:url';

/** @param {string} path */
const file = (path) => fileURLToPath(new URL(path, import.meta.url));

export default {
  // Far above what a busy machine needs: it only ends a test that would wait for ever.
  testTimeout: 60_000,
  reporters: ['default', file('../infra/local/jest-count-reporter.ts')],
  projects: [
    {
      displayName: 'unit',
      rootDir: file('.'),
      testMatch: ['<rootDir>/src/**/*.spec.{ts,tsx}'],
      testEnvironment: file('./test/browser-environment.ts'),
      testEnvironmentOptions: { customExportConditions: ['@hearsay/source', 'browser', 'module'] },
      setupFilesAfterEnv: [file('./test/setup.ts')],
      extensionsToTreatAsEsm: ['.ts', '.tsx'],
      transform: {
        '^.+\\.tsx?$': [
          '@swc/jest',
          {
            sourceMaps: 'inline',
            jsc: {
              target: 'es2023',
              parser: { syntax: 'typescript', tsx: true },
              transform: { react: { runtime: 'automatic' } },
            },
            module: { type: 'es6' },
          },
        ],
      },
      moduleNameMapper: {
        '\\.css$': file('./test/no-styles.ts'),
        '^(\\.{1,2}/.*)\\.js$': '$1',
        // Its package names the build for browsers in a field that jest does not read.
        '^tus-js-client$': 'tus-js-client/lib.es5/browser/index.js',
      },
    },
  ],
};
