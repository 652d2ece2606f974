import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { repository } from './paths.mjs';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hearsay-boundaries-'));
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (file: string, code: string) => {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), `${code}\n`);
};

/** @returns the output of a program that is expected to fail */
const outputOf = async (program: string, ...args: string[]): Promise<string> => {
  const run = promisify(execFile)(process.execPath, [join(repository, 'node_modules', program), ...args], {
    cwd: folder,
  });
  return run.catch((error: { stdout: string }) => error).then(({ stdout }) => stdout);
};

/** A rule, a file that the test writes, and the import in this file that the rule forbids. */
const imports: [rule: string, file: string, imported: string][] = [
  ['no-cross-service', 'services/content/src/planted.ts', '../../identity/src/target.js'],
  ['libs-not-to-services', 'libs/messaging/src/planted.ts', '../../../services/identity/src/target.js'],
  ['contracts-pure', 'libs/contracts/src/planted.ts', 'node:fs'],
  ['game-rules-pure', 'libs/game-rules/src/planted.ts', 'node:fs'],
  ['pure-files', 'services/content/src/randomness.decider.ts', 'node:crypto'],
  ['pure-files', 'services/content/src/database.aggregates.ts', 'pg'],
  ['pure-files', 'services/content/src/messaging.projection.ts', '../../../libs/messaging/src/target.js'],
  ['web-only-contracts-and-rules', 'web/src/planted.ts', '../../libs/messaging/src/target'],
  ['web-shared-is-the-floor', 'web/src/shared/planted.ts', '../features/target'],
  ['web-features-below-app', 'web/src/features/planted.ts', '../app/target'],
  ['web-features-apart', 'web/src/features/feed/planted.ts', '../chat/target'],
  ['gateway-owns-no-database', 'services/gateway/src/planted.ts', 'pg'],
  ['gateway-presents-what-it-is-given', 'services/gateway/src/present/planted.ts', '../read/target.js'],
  ['gateway-reads-below-its-routes', 'services/gateway/src/read/planted.ts', '../http/target.js'],
  ['gateway-reads-below-its-routes', 'services/gateway/src/access/planted.ts', '../media/target.js'],
  ['gateway-http-and-sockets-apart', 'services/gateway/src/live/planted.ts', '../http/target.js'],
  ['gateway-http-and-sockets-apart', 'services/gateway/src/http/planted.ts', '../media/target.js'],
  ['gateway-media-on-http', 'services/gateway/src/media/planted.ts', '../live/target.js'],
  ['gateway-pages-on-http', 'services/gateway/src/pages/planted.ts', '../media/target.js'],
  ['no-circular', 'libs/testing/src/planted.ts', './planted-back.js'],
  ['no-folder-circles', 'services/moderation/src/reports/planted.ts', '../wipes/target.js'],
  ['no-folder-circles', 'web/src/shared/session/planted.ts', '../toast/target'],
  ['not-to-unresolvable', 'services/engagement/src/planted.ts', './nowhere.js'],
];

const targets = [
  ...['libs/messaging/src', 'services/identity/src', 'services/moderation/src/wipes'],
  ...['read', 'http', 'live', 'media'].map((part) => `services/gateway/src/${part}`),
  ...['features', 'features/chat', 'app', 'shared/toast'].map((part) => `web/src/${part}`),
];

describe('the boundaries', () => {
  let found: string;

  beforeAll(async () => {
    const configurations = ['.dependency-cruiser.mjs', '.dependency-cruiser.folders.mjs'];
    for (const name of [...configurations, 'tsconfig.base.json', 'package.json'])
      cpSync(join(repository, name), join(folder, name));
    for (const target of targets) write(`${target}/target.ts`, 'export {};');
    for (const [file, imported] of [
      ...imports.map(([_, file, imported]) => [file, imported] as const),
      ['libs/testing/src/planted-back.ts', './planted.js'],
      ['services/moderation/src/wipes/back.ts', '../reports/other.js'],
      ['web/src/shared/toast/back.tsx', '../session/other'],
      ['services/moderation/src/innocents/post.ts', '../reports/other.js'],
      ['services/moderation/src/reports/innocent.spec.ts', '../innocents/post.js'],
      ['services/notification/src/innocent.ts', 'node:path'],
    ] as const)
      write(file, `import '${imported}';`);
    for (const file of ['services/moderation/src/reports/other.ts', 'web/src/shared/session/other.ts'])
      write(file, 'export {};');
    write(
      'services/notification/src/innocent.decider.ts',
      "import type pg from 'pg';\nexport type Row = pg.QueryResult;",
    );
    const program = 'dependency-cruiser/bin/dependency-cruiser.mjs';
    const runs = configurations.map((configuration) =>
      outputOf(program, '--config', configuration, '--output-type', 'err', 'libs', 'services', 'web/src'),
    );
    found = (await Promise.all(runs)).join('\n');
  });

  it.each(imports)('%s catches %s', (rule, file) => {
    const lines = found.split('\n').filter((line) => line.includes(`${rule}:`) || line.includes(`${rule} `));
    // A cycle has two folders, and the program may report it at either of them.
    const part = rule === 'no-folder-circles' ? dirname(file) : file.replace('.ts', '');
    expect(lines.some((line) => line.includes(part))).toBe(true);
  });

  it('the boundaries accept a file without a violation', () => {
    expect(found).not.toContain('innocent');
  });
});

const query = (client: string) => `(${client}: { query(text: string): unknown }) => ${client}.query('select 1');`;

const impure: [file: string, code: string][] = [
  ['now.decider.ts', '() => Date.now();'],
  ['date.decider.ts', '() => new Date().toISOString();'],
  ['chance.aggregates.ts', '() => Math.random();'],
  ['id.aggregates.ts', '() => crypto.randomUUID();'],
  ['global.projection.ts', '() => globalThis.Date.now();'],
  ['elapsed.aggregates.ts', '() => performance.now();'],
  ['elapsed.projection.ts', '() => performance.now();'],
  ['statement.aggregates.ts', query('tx')],
  ['statement.controller.ts', query('pool')],
  ['network.decider.ts', "() => fetch('https://hearsay.example');"],
];

const allowed: [file: string, code: string][] = [
  ['later.decider.ts', '(now: string, ms: number) => new Date(Date.parse(now) + ms).toISOString();'],
  ['statement.sql.ts', query('tx')],
  ['clock.program.ts', '() => Date.now() + Math.random();'],
];

describe('the lint rules for kinds of files', () => {
  let found: string;

  beforeAll(async () => {
    const config = JSON.parse(readFileSync(join(repository, 'biome.json'), 'utf8')) as { vcs?: object };
    write('biome.json', JSON.stringify({ ...config, vcs: { enabled: false } }));
    cpSync(join(repository, 'infra/lint'), join(folder, 'infra/lint'), { recursive: true });
    for (const [file, code] of [...impure, ...allowed])
      write(`services/content/src/linted/${file}`, `export const made = ${code}`);
    found = await outputOf('@biomejs/biome/bin/biome', 'lint', '--reporter=github', 'services/content/src/linted');
  });

  it.each(impure)('the lint rules report %s: %s', (file) => {
    expect(found).toContain(`linted/${file},`);
  });

  it.each(allowed)('the lint rules accept %s: %s', (file) => {
    expect(found).not.toContain(`linted/${file},`);
  });
});
