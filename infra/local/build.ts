import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { localHome, repository } from './paths.mjs';
import { say, secondsSince } from './progress.mjs';
import { runCommand } from './run-command.ts';

const compiler = join(repository, 'node_modules/typescript7/bin/tsc');
export const webDist = join(repository, 'web/dist');

export const viteProgram = (): string =>
  join(dirname(createRequire(join(repository, 'web/package.json')).resolve('vite/package.json')), 'bin/vite.js');

/** Compiles incrementally. Takes 0.2 s if nothing has changed. @returns false on an error */
export const compile = async (quiet = false, root = repository, projects: readonly string[] = []): Promise<boolean> =>
  (await runCommand(process.execPath, [compiler, '-b', ...projects], { cwd: root, quiet })) === 0;

const webSources = [
  'web/src',
  'web/public',
  'web/start',
  'web/index.html',
  'web/vite.config.ts',
  'web/package.json',
  'libs/contracts/src',
  'libs/game-rules/src',
  'package-lock.json',
];

const filesBelow = (path: string): string[] => {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return [];
  if (!stat.isDirectory()) return [`${path} ${stat.size} ${stat.mtimeMs}`];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
};

/** A hash of the paths, sizes and change times of all files below `sources`. Reads no contents. */
export const hashSources = (root: string, sources: readonly string[]): string =>
  createHash('sha256')
    .update(sources.flatMap((source) => filesBelow(join(root, source))).join('\n'))
    .digest('hex');

export const buildWeb = async (): Promise<void> => {
  const stampFile = join(localHome, 'web-build.stamp');
  const stamp = hashSources(repository, webSources);
  if (existsSync(join(webDist, 'index.html')) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp)
    return;
  const from = Date.now();
  say('Building the web app …');
  const code = await runCommand(process.execPath, [viteProgram(), 'build', '--logLevel', 'warn'], {
    cwd: join(repository, 'web'),
    quiet: true,
  });
  if (code !== 0) throw new Error('The web app could not be built: see the lines above.');
  mkdirSync(localHome, { recursive: true });
  writeFileSync(stampFile, stamp);
  say(`The web app is built (${secondsSince(from)}).`);
};

/** @throws when the services do not compile */
export const buildServices = async (): Promise<void> => {
  const from = Date.now();
  if (!(await compile(true))) throw new Error('The services do not compile: see the lines above.');
  say(`The services are compiled (${secondsSince(from)}).`);
};
