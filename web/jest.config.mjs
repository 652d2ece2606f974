import { fileURLToPath } from 'node:url';

/** @param {string} path */
const file = (path) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Compiles TypeScript for native ES modules.
 * @param {object} jsc settings of swc beyond the target
 */
export const swcTransform = (jsc) => ({
  '^.+\\.tsx?$': ['@swc/jest', { sourceMaps: 'inline', jsc: { target: 'es2023', ...jsc }, module: { type: 'es6' } }],
});

export default {
  displayName: 'web',
  rootDir: file('.'),
  testMatch: ['<rootDir>/src/**/*.spec.{ts,tsx}'],
  testEnvironment: file('./test/browser-environment.ts'),
  testEnvironmentOptions: { customExportConditions: ['@hearsay/source', 'browser', 'module'] },
  setupFilesAfterEnv: [file('./test/setup.ts')],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: swcTransform({
    parser: { syntax: 'typescript', tsx: true },
    transform: { react: { runtime: 'automatic' } },
  }),
  moduleNameMapper: {
    '\\.css$': file('./test/no-styles.ts'),
    '^(\\.{1,2}/.*)\\.js$': '$1',
    // The package names its browser build in a field that jest ignores.
    '^tus-js-client$': file('../node_modules/tus-js-client/lib.es5/browser/index.js'),
  },
};
