import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { repository } from '../local/paths.mjs';

const program = createRequire(import.meta.url).resolve('squawk-cli/js/bin/squawk');

interface Problem {
  readonly rule_name: string;
  readonly message: string;
}

/** The runner sets timeouts and runs each file in a transaction. The last rule is about sizes, not locks. */
const notAsked = ['require-lock-timeout', 'require-statement-timeout', 'prefer-robust-stmts', 'prefer-bigint-over-int'];
/** A release that no running process needs any more may lose its tables and columns. */
const forContract = ['ban-drop-table', 'ban-drop-column'];

/** Names what squawk finds in a migration: forms that block readers or writers, and drops before their time. */
export const problemsOf = (file: string, sql: string): string[] => {
  const phase = /\.(expand|contract)\.sql$/.exec(file)?.[1];
  if (!phase) return [`${file}: the name ends with neither .expand.sql nor .contract.sql`];
  const excluded = [...notAsked, ...(phase === 'contract' ? forContract : [])];
  const { stdout } = squawk(['--reporter', 'Json', '--exclude', excluded.join(), '--stdin-filepath', file], sql);
  return (JSON.parse(stdout) as Problem[]).map((problem) => `${file}: ${problem.rule_name}: ${problem.message}`);
};

const squawk = (args: readonly string[], sql: string): { readonly stdout: string } => {
  const options = { cwd: repository, encoding: 'utf8', input: sql.replaceAll('{role}', 'a_role') } as const;
  try {
    return { stdout: execFileSync(process.execPath, [program, ...args], options) };
  } catch (error) {
    // Exit code 1: it has found something.
    if ((error as { status?: number }).status === 1) return error as { stdout: string };
    throw error;
  }
};

/** Migrations behind the first file of each folder, which is the schema of release 0.9.0. */
export const laterMigrations = (): { readonly file: string; readonly sql: string }[] =>
  globSync('{libs,services}/*/migrations/*.sql', { cwd: repository })
    .filter((file) => !basename(file).startsWith('0001-'))
    .map((file) => ({ file, sql: readFileSync(`${repository}/${file}`, 'utf8') }));
