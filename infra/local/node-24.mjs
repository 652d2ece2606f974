import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installIfNeeded } from './install.mjs';
import { whenNpmIsGone } from './npm-parent.mjs';
import { repository } from './paths.mjs';
import { say } from './progress.mjs';

const needed = { major: 24, minor: 12 };

/**
 * Whether a Node version ("v24.21.0") can run everything here: Nest's packages load in jest from 24.9 on, and TypeScript is read as it
 * stands, without a warning, from 24.12 on.
 * @param {string} version
 */
export const isNewEnough = (version) => {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  return major > needed.major || (major === needed.major && minor >= needed.minor);
};

/**
 * What is said where npm brings no Node of its own.
 * @param {string} version
 * @param {string} platform
 * @param {string} arch
 */
export const nodeAdvice = (version, platform, arch) =>
  `Hearsay needs Node ${needed.major}.${needed.minor} or newer; this is ${version}. npm brings it on Linux (x64 and arm64), but not on ${platform}-${arch}: ` +
  'install Node 24 from https://nodejs.org, with nvm, fnm or brew, and start again.';

const bundledNode = join(repository, 'node_modules/.bin/node');

/**
 * @param {string} script
 * @returns {Promise<number>} the exit code
 */
const continueOnBundledNode = (script) =>
  new Promise((resolve) => {
    const path = [join(repository, 'node_modules/.bin'), process.env.PATH].join(delimiter);
    const child = spawn(bundledNode, [script, ...process.argv.slice(2)], {
      stdio: 'inherit',
      env: { ...process.env, PATH: path },
    });
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
      process.on(signal, () => child.kill(signal));
    whenNpmIsGone(() => child.kill('SIGTERM'));
    child.on('exit', (code) => resolve(code ?? 1));
  });

/**
 * Installs the packages if needed and makes sure that the rest runs on Node 24: on an older Node the same script is run again by the
 * one that npm has brought, and this process ends with its exit code.
 * @param {string} script absolute path of the running script
 */
export const onNode24 = async (script) => {
  await installIfNeeded();
  if (isNewEnough(process.version)) {
    process.env.PATH = [join(repository, 'node_modules/.bin'), process.env.PATH].join(delimiter);
    return;
  }
  if (!existsSync(bundledNode)) throw new Error(nodeAdvice(process.version, process.platform, process.arch));
  say(`Node ${process.version} is too old; going on with the one that npm has brought.`);
  process.exit(await continueOnBundledNode(script));
};
