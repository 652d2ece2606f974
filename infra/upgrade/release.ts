import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { compile, hashSources } from '../local/build.ts';
import { newestRelease } from '../local/newest-release.ts';
import { localHome, repository } from '../local/paths.mjs';
import { say, secondsSince } from '../local/progress.mjs';
import { runCommand } from '../local/run-command.ts';
import { services } from '../local/service-list.ts';

export interface Release {
  readonly name: string;
  /** The folder with `services/<name>/dist/main.js`. */
  readonly root: string;
}

/** Replaces the text `from` by another text in one source file. */
export interface Change {
  readonly file: string;
  /** The empty text makes a new file. */
  readonly from: string;
  readonly to: string;
}

const projects = services.map((service) => `services/${service}`);
const settings = ['tsconfig.base.json', 'tsconfig.package.json'];

const run = async (command: string, ...args: string[]): Promise<void> => {
  if ((await runCommand(command, args, { cwd: repository, quiet: true })) !== 0)
    throw new Error(`${command} ${args[0]} failed: see the lines above.`);
};

/** Links the workspaces of this build. Other packages are found above it, in the repository's `node_modules`. */
const linkPackages = (folder: string): void => {
  const packages = join(folder, 'node_modules/@hearsay');
  mkdirSync(packages, { recursive: true });
  for (const file of globSync('{libs,services}/*/package.json', { cwd: folder }))
    symlinkSync(join('../..', dirname(file)), join(packages, basename(dirname(file))));
  for (const own of globSync('services/*/node_modules', { cwd: repository }))
    symlinkSync(relative(join(folder, dirname(own)), join(repository, own)), join(folder, own));
};

/** Builds a release in a folder below `.local`, unless this build exists. It uses the packages of the working tree. */
const build = async (name: string, stamp: string, fill: (folder: string) => Promise<void>): Promise<Release> => {
  const root = join(localHome, 'upgrade', name);
  const isBuilt = join(root, `built-${stamp}`);
  if (existsSync(isBuilt)) return { name, root };
  const from = Date.now();
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root, { recursive: true });
  await fill(root);
  linkPackages(root);
  if (!(await compile(true, root, projects))) throw new Error(`Release ${name} does not compile: see the lines above.`);
  writeFileSync(isBuilt, '');
  say(`Release ${name} is built (${secondsSince(from)}).`);
  return { name, root };
};

export const buildNewestRelease = (): Promise<Release> => {
  const { name, commit } = newestRelease;
  return build(name, commit, async (root) => {
    const archive = join(root, 'sources.tar');
    await run('git', 'archive', `--output=${archive}`, commit, 'libs', 'services', ...settings);
    await run('tar', '-xf', archive, '-C', root);
    rmSync(archive);
  });
};

/** Builds the working tree with changes. @throws if a file does not contain the text to replace */
export const buildChanged = (name: string, changes: readonly Change[]): Promise<Release> => {
  const sources = [
    ...globSync('{libs,services}/*/{src,migrations,package.json,tsconfig.json}', { cwd: repository }).sort(),
    ...settings,
  ];
  const stamp = createHash('sha256').update(hashSources(repository, sources)).update(JSON.stringify(changes));
  return build(name, stamp.digest('hex'), async (root) => {
    for (const source of sources) cpSync(join(repository, source), join(root, source), { recursive: true });
    for (const { file, from, to } of changes) {
      const path = join(root, file);
      const text = from === '' ? '' : readFileSync(path, 'utf8');
      if (!text.includes(from)) throw new Error(`${file} has no ${from}. Change the release ${name} with it.`);
      writeFileSync(path, from === '' ? to : text.replace(from, () => to));
    }
  });
};
