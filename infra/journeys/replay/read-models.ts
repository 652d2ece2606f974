import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SealedAuthors, wrongUsageExit } from '@hearsay/service-runtime';
import pg from 'pg';
import { repository } from '../../local/paths.mjs';
import type { EnvironmentFile } from '../../local/running-system.ts';
import type { DatabaseService } from '../../local/service-list.ts';
import type { System } from '../system.ts';

interface Table {
  readonly oid: number;
  /** Rows as JSON. Seals are opened, because two seals of the same text have different bytes. */
  readonly rows: readonly string[];
}
export type Tables = ReadonlyMap<string, Table>;

const seal = /^[\w-]{8}\.[\w-]{16}\.[\w-]+\.[\w-]{22}$/;

const openerOf = ({ secrets }: System): ((row: string) => string) => {
  const SEALED_AUTHOR_KEYS = secrets.sealedAuthorKeys.map((key) => Buffer.from(key, 'base64'));
  const SEALED_AUTHOR_TAG_KEY = Buffer.from(secrets.sealedAuthorTagKey, 'base64');
  const authors = new SealedAuthors({ SEALED_AUTHOR_KEYS, SEALED_AUTHOR_TAG_KEY }, 'replay');
  const opened = (_key: string, value: unknown) =>
    typeof value === 'string' && seal.test(value) ? authors.open(value).trimEnd() : value;
  return (row) => JSON.stringify(JSON.parse(row, opened));
};

export const readTables = async (system: System, service: DatabaseService): Promise<Tables> => {
  const open = openerOf(system);
  const client = await connectAsOwner(system, service);
  try {
    const found = await client.query<{ name: string; oid: number }>(
      `select relname as name, oid::int from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`,
    );
    const tables = new Map<string, Table>();
    for (const { name, oid } of found.rows) {
      const { rows } = await client.query<{ row: string }>(
        `select to_jsonb(t)::text as row from ${pg.escapeIdentifier(name)} t`,
      );
      tables.set(name, { oid, rows: rows.map(({ row }) => open(row)) });
    }
    return tables;
  } finally {
    await client.end();
  }
};

const environmentOf = (system: System, service: DatabaseService): Record<string, string> =>
  (JSON.parse(readFileSync(system.files.environment, 'utf8')) as EnvironmentFile).services[service];

export const connectAsOwner = async (system: System, service: DatabaseService): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: environmentOf(system, service).OWNER_DATABASE_URL });
  await client.connect();
  return client;
};

const attempts = 5;

const operateOnce = (
  system: System,
  service: DatabaseService,
  args: readonly string[],
  root = repository,
): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    const program = join(root, 'services', service, 'dist/operator.js');
    const env = { ...process.env, ...environmentOf(system, service) };
    execFile(process.execPath, ['--enable-source-maps', program, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr });
    });
  });

/** Runs a service's `operator` program, and repeats it if moderation could not write the audit entry. */
export const runOperator = async (
  ...call: Parameters<typeof operateOnce>
): Promise<{ code: number; output: string }> => {
  for (let attempt = 1; ; attempt += 1) {
    const ended = await operateOnce(...call);
    if (!ended.output.includes('Nothing was done: moderation') || attempt === attempts) return ended;
  }
};

export const listReadModels = async (system: System, service: DatabaseService, root?: string): Promise<string[]> => {
  const { code, output } = await runOperator(system, service, ['rebuild'], root);
  // `rebuild` without a name exits with wrong usage and lists all names.
  if (code !== wrongUsageExit) throw new Error(`${service} does not list what it can rebuild: ${output}`);
  return output.trim().split(': ').at(-1)!.split(', ');
};

/** @throws with the output of the program when the program fails */
export const rebuildReadModel = async (
  system: System,
  service: DatabaseService,
  name: string,
  root?: string,
): Promise<void> => {
  const { code, output } = await runOperator(system, service, ['rebuild', name], root);
  if (code !== 0) throw new Error(`The rebuild of ${name} ended with ${code}: ${output}`);
};

/** Rows that one side lacks. `-` marks a lost row, and `+` a row that only the rebuild has. */
export const rowDifferences = (live: readonly string[], rebuilt: readonly string[]): string[] => {
  const left = new Map<string, number>();
  for (const row of rebuilt) left.set(row, (left.get(row) ?? 0) + 1);
  const lost: string[] = [];
  for (const row of live) {
    const count = left.get(row) ?? 0;
    if (count === 0) lost.push(`- ${row}`);
    else left.set(row, count - 1);
  }
  return [...lost, ...[...left].flatMap(([row, count]) => Array.from({ length: count }, () => `+ ${row}`))];
};
