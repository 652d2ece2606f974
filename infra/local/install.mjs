import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { repository } from './paths.mjs';
import { say } from './progress.mjs';
import { runCommand } from './run-command.mjs';

/** @param {string} file */
const digest = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');

/**
 * Whether node_modules holds what package-lock.json names.
 * @param {string} root
 */
export const isInstalled = (root) => {
  const lock = join(root, 'package-lock.json');
  const written = join(root, 'node_modules/.package-lock.json');
  const stamp = join(root, 'node_modules/.installed-lock');
  if (!existsSync(written)) return false;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest(lock)) return true;
  return statSync(written).mtimeMs >= statSync(lock).mtimeMs;
};

/**
 * Runs `npm install` when node_modules is missing or older than the lock file. npm leaves out, without a word, optional packages that
 * want a newer Node than the one it runs on (the browser of the tests): it runs once more on the Node that it has just brought.
 * @param {string} [root]
 */
export const installIfNeeded = async (root = repository) => {
  if (isInstalled(root)) return;
  say('Installing packages (npm install; the first time takes about a minute) …');
  await install(root, process.env.PATH ?? '');
  const bin = join(root, 'node_modules/.bin');
  if (existsSync(join(bin, 'node'))) await install(root, [bin, process.env.PATH].join(delimiter));
  writeFileSync(join(root, 'node_modules/.installed-lock'), digest(join(root, 'package-lock.json')));
};

/**
 * @param {string} root
 * @param {string} path
 */
const install = async (root, path) => {
  // npm sets variables of its own run (a workspace, a production mode), which must not steer this one.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_(config_(workspace|omit|prefix)|package_|execpath|node_execpath)/i.test(name),
    ),
  );
  const code = await runCommand('npm', ['install', '--no-progress', '--loglevel=error'], {
    cwd: root,
    env: { ...env, PATH: path, NODE_ENV: 'development' },
  });
  if (code !== 0)
    throw new Error(`npm install failed (exit code ${code}). Hearsay needs its packages: see the lines above.`);
};
