// production-folder.mjs SERVICE FOLDER: copies a compiled service and its libraries, and installs their packages there.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const [service, folder] = process.argv.slice(2);
if (!service || !folder || !existsSync(`services/${service}/dist/main.js`)) {
  process.stderr.write('production-folder.mjs SERVICE FOLDER, in a repository whose services are compiled\n');
  process.exit(64);
}
const target = resolve(folder);

/** @param {string} path */
const read = (path) => JSON.parse(readFileSync(path, 'utf8'));
/** @type {{ workspaces: string[] }} */
const { workspaces } = read('package.json');
const folders = workspaces.flatMap((pattern) =>
  pattern.endsWith('/*')
    ? readdirSync(pattern.slice(0, -2)).map((name) => join(pattern.slice(0, -2), name))
    : [pattern],
);
/** By package name. @type {Map<string, string>} */
const packages = new Map(
  folders
    .filter((path) => existsSync(join(path, 'package.json')))
    .map((path) => [read(join(path, 'package.json')).name, path]),
);

/** The workspaces of a service and of its dependencies. @type {(name: string, known?: Set<string>) => Set<string>} */
const partsOf = (name, known = new Set()) => {
  const path = packages.get(name);
  if (!path || known.has(path)) return known;
  known.add(path);
  for (const dependency of Object.keys(read(join(path, 'package.json')).dependencies ?? {})) partsOf(dependency, known);
  return known;
};
const parts = [...partsOf(`@hearsay/${service}`)];

mkdirSync(target, { recursive: true });
const {
  optionalDependencies: _optional,
  devDependencies: _development,
  scripts: _scripts,
  ...manifest
} = read('package.json');
writeFileSync(join(target, 'package.json'), `${JSON.stringify({ ...manifest, workspaces: parts }, null, 2)}\n`);
cpSync('package-lock.json', join(target, 'package-lock.json'));
for (const path of parts) {
  const { devDependencies: _tests, ...own } = read(join(path, 'package.json'));
  mkdirSync(join(target, path), { recursive: true });
  writeFileSync(join(target, path, 'package.json'), `${JSON.stringify(own, null, 2)}\n`);
}
// Runs no package's install script: all binaries are prebuilt.
execFileSync('npm', ['install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'], {
  cwd: target,
  stdio: 'inherit',
});
// Deletes types and source maps, a fifth of the bytes, but keeps the licences.
for (const file of readdirSync(join(target, 'node_modules'), { recursive: true, encoding: 'utf8' }))
  if (/\.(d\.[cm]?ts|map)$/.test(file)) rmSync(join(target, 'node_modules', file), { recursive: true });
for (const path of parts)
  for (const folder of ['dist', 'migrations'].filter((name) => existsSync(join(path, name))))
    cpSync(join(path, folder), join(target, path, folder), {
      recursive: true,
      filter: (file) => !file.endsWith('.d.ts'),
    });
rmSync(join(target, 'package-lock.json'));
