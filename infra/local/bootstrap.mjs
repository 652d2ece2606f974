import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { delimiter, join } from 'node:path';
import { onNpmExit } from './npm-parent.mjs';
import { repository } from './paths.mjs';
import { say } from './progress.mjs';

/** Vite reads # and ? as parts of a URL, Workbox fails on ', and : separates folders in PATH. */
const refused = /['#?:\n]/;

/**
 * Refuses a folder name that the build cannot handle.
 * @param {string} [folder]
 */
export const checkFolderName = (folder = repository) => {
  const [character] = refused.exec(process.platform === 'win32' ? folder.slice(2) : folder) ?? [];
  if (!character) return;
  throw new Error(
    `Hearsay cannot be built in ${folder}: a folder of this path has ${JSON.stringify(character)} in its name. Rename it, and start again.`,
  );
};

/** @param {string | undefined} present */
export const noProxyWithLoopback = (present) =>
  [...new Set([...(present ?? '').split(/[\s,]+/).filter(Boolean), '127.0.0.1', 'localhost', '::1'])].join(',');

/** Keeps this process and its children from sending calls to our own servers through a proxy. */
export const bypassProxyForLoopback = () => {
  process.env.NO_PROXY = noProxyWithLoopback(process.env.NO_PROXY ?? process.env.no_proxy);
  process.env.no_proxy = process.env.NO_PROXY;
  // Node has read the proxy variables at its start and must read them again. Node 20 lacks this function, but uses no
  // proxy either.
  const { setGlobalProxyFromEnv } = /** @type {{ setGlobalProxyFromEnv?: () => void }} */ (http);
  if (process.env.NODE_USE_ENV_PROXY === '1') setGlobalProxyFromEnv?.();
};

/** @param {string} file */
const digest = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');

/** @param {string} root */
export const isInstalled = (root) => {
  const lock = join(root, 'package-lock.json');
  const written = join(root, 'node_modules/.package-lock.json');
  const stamp = join(root, 'node_modules/.installed-lock');
  if (!existsSync(written)) return false;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest(lock)) return true;
  return statSync(written).mtimeMs >= statSync(lock).mtimeMs;
};

/** @param {string | undefined} path */
const install = (path) => {
  // The npm that runs this script has set variables, such as a workspace, that must not affect the install.
  const steering = /^npm_(config_(workspace|omit|prefix)|package_|execpath|node_execpath)/i;
  const kept = Object.entries(process.env).filter(([name]) => !steering.test(name));
  const env = { ...Object.fromEntries(kept), PATH: path, NODE_ENV: 'development' };
  const args = ['install', '--no-progress', '--loglevel=error'];
  const { status } = spawnSync('npm', args, { cwd: repository, env, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0)
    throw new Error(`npm install failed (exit code ${status}). Hearsay needs its packages: see the lines above.`);
};

const bin = join(repository, 'node_modules/.bin');
const pathWithBin = () => [bin, process.env.PATH].join(delimiter);
const bundledNode = join(bin, 'node');

/**
 * On an old Node, npm silently skips optional packages that need a newer Node, such as the tests' browser. The first
 * install adds a new Node as a package, and a second install then runs on it.
 */
const installIfNeeded = () => {
  if (isInstalled(repository)) return;
  say('Installing packages (npm install; the first time takes about a minute) …');
  install(process.env.PATH);
  if (existsSync(bundledNode)) install(pathWithBin());
  writeFileSync(join(repository, 'node_modules/.installed-lock'), digest(join(repository, 'package-lock.json')));
};

const needed = { major: 24, minor: 12 };

/**
 * jest can load Nest's packages since Node 24.9, and Node runs TypeScript without a warning since 24.12.
 * @param {string} version such as "v24.21.0"
 */
export const isNodeNewEnough = (version) => {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  return major > needed.major || (major === needed.major && minor >= needed.minor);
};

/** @type {(version: string, platform: string, arch: string) => string} */
export const nodeAdvice = (version, platform, arch) =>
  `Hearsay needs Node ${needed.major}.${needed.minor} or newer; this is ${version}. npm brings it on Linux (x64 and arm64), but not on ${platform}-${arch}: ` +
  'install Node 24 from https://nodejs.org, with nvm, fnm or brew, and start again.';

/**
 * Installs packages if needed. On an older Node, it then runs the script again on the Node that npm has installed, and
 * exits with the same code.
 * @param {string} script absolute path of the running script
 */
export const ensureNode24 = async (script) => {
  installIfNeeded();
  if (isNodeNewEnough(process.version)) {
    process.env.PATH = pathWithBin();
    return;
  }
  if (!existsSync(bundledNode)) throw new Error(nodeAdvice(process.version, process.platform, process.arch));
  say(`Node ${process.version} is too old; going on with the one that npm has brought.`);
  const env = { ...process.env, PATH: pathWithBin() };
  const child = spawn(bundledNode, [script, ...process.argv.slice(2)], { stdio: 'inherit', env });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal));
  onNpmExit(() => child.kill('SIGTERM'));
  process.exit(await new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1))));
};
