import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const repository = fileURLToPath(new URL('../../', import.meta.url));

const violations = [
  { file: 'now.decider.ts', code: 'export const now = () => Date.now();' },
  { file: 'date.decider.ts', code: 'export const now = () => new Date().toISOString();' },
  { file: 'chance.aggregates.ts', code: 'export const chance = () => Math.random();' },
  { file: 'id.aggregates.ts', code: 'export const id = () => crypto.randomUUID();' },
  { file: 'global.projection.ts', code: 'export const now = () => globalThis.Date.now();' },
  { file: 'elapsed.aggregates.ts', code: 'export const now = () => performance.now();' },
  { file: 'elapsed.projection.ts', code: 'export const now = () => performance.now();' },
  {
    file: 'statement.aggregates.ts',
    code: "export const load = (tx: { query(text: string): unknown }) => tx.query('select 1');",
  },
  {
    file: 'statement.controller.ts',
    code: "export const load = (pool: { query(text: string): unknown }) => pool.query('select 1');",
  },
  { file: 'network.decider.ts', code: "export const answer = () => fetch('https://hearsay.example');" },
];

const innocent = [
  {
    file: 'later.decider.ts',
    code: 'export const later = (now: string, ms: number) => new Date(Date.parse(now) + ms).toISOString();',
  },
  {
    file: 'statement.sql.ts',
    code: "export const load = (tx: { query(text: string): unknown }) => tx.query('select 1');",
  },
  { file: 'clock.program.ts', code: 'export const now = () => Date.now() + Math.random();' },
];

describe('the lint rules for kinds of files', () => {
  let folder: string;
  let found: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hearsay-pure-'));
    const config = JSON.parse(readFileSync(join(repository, 'biome.json'), 'utf8')) as { vcs?: object };
    config.vcs = { enabled: false };
    writeFileSync(join(folder, 'biome.json'), JSON.stringify(config));
    cpSync(join(repository, 'infra/lint'), join(folder, 'infra/lint'), { recursive: true });
    symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
    for (const { file, code } of [...violations, ...innocent]) {
      const path = join(folder, 'services/content/src', file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, `${code}\n`);
    }
    const program = join(repository, 'node_modules/@biomejs/biome/bin/biome');
    const run = promisify(execFile)(process.execPath, [program, 'lint', '--reporter=github', 'services'], {
      cwd: folder,
    });
    found = await run.then(
      ({ stdout }) => stdout,
      (error: { stdout: string }) => error.stdout,
    );
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(violations)('report $code', ({ file }) => {
    expect(found).toContain(`src/${file},`);
  });

  it.each(innocent)('accept $code', ({ file }) => {
    expect(found).not.toContain(`src/${file},`);
  });
});
