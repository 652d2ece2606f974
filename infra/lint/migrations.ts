import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { repository } from '../local/paths.mjs';

const program = createRequire(import.meta.url).resolve('squawk-cli/js/bin/squawk');

interface Problem {
  readonly rule_name: string;
  readonly message: string;
}

/**
 * Rules that are switched off. The migration runner sets timeouts and a transaction. The last rule is not about locks.
 */
const notAsked = ['require-lock-timeout', 'require-statement-timeout', 'prefer-robust-stmts', 'prefer-bigint-over-int'];
/** A contract migration may drop tables and columns, because no running process needs them. */
const forContract = ['ban-drop-table', 'ban-drop-column'];

/** @returns the problems that squawk finds: statements that block readers or writers, and drops that come too early */
export const migrationProblems = (file: string, sql: string): string[] => {
  const phase = /\.(expand|contract)\.sql$/.exec(file)?.[1];
  if (!phase) return [`${file}: the name ends with neither .expand.sql nor .contract.sql`];
  const excluded = [...notAsked, ...(phase === 'contract' ? forContract : [])];
  // In a transaction, squawk allows a plain index on a table that the same file creates.
  const isInTransaction = !/\bconcurrently\b/i.test(sql);
  const options = ['--reporter', 'Json', '--exclude', excluded.join(), '--stdin-filepath', file];
  const { stdout } = squawk([...(isInTransaction ? ['--assume-in-transaction'] : []), ...options], sql);
  return (JSON.parse(stdout) as Problem[]).map((problem) => `${file}: ${problem.rule_name}: ${problem.message}`);
};

const squawk = (args: readonly string[], sql: string): { readonly stdout: string } => {
  const options = { cwd: repository, encoding: 'utf8', input: sql.replaceAll('{role}', 'a_role') } as const;
  try {
    return { stdout: execFileSync(process.execPath, [program, ...args], options) };
  } catch (error) {
    // Exit code 1 means that squawk has found problems.
    if ((error as { status?: number }).status === 1) return error as { stdout: string };
    throw error;
  }
};

/** SHA-256 of each migration of release 0.9.0, by path. A database refuses a migration whose name or text has changed. */
const released: Readonly<Record<string, string>> = {
  'libs/event-store/migrations/0001-log.sql': 'a6dd377f01098766a49c9ac0d7cbb874e1be2baf3cb85735b8f2c62e8780eaf5',
  'services/content/migrations/0001-content.sql': 'da6ea8e641e2f039dc599d08170b2eb0e4dd96f1e775e66b96b031c9878f276d',
  'services/engagement/migrations/0001-engagement.sql':
    '4854a6cbfbf9289d4f03ce5bcc0eae6930091742bf0c963b8f9e4559a552e6d6',
  'services/gamification/migrations/0001-gamification.sql':
    '53c1c9f2714f7fb682592fa506812ebddcef5bd206dd4229dbf301f376b3a9bd',
  'services/identity/migrations/0001-identity.sql': 'fca35135e03adb43a7d334eba5698b5b4033d86d0a0bf8d43b8ffd6edbf5d507',
  'services/moderation/migrations/0001-moderation.sql':
    '140ebe2a58cd157538b557e7c02524135e84d6af3eae8415699f7ae6d08623a5',
  'services/notification/migrations/0001-notification.sql':
    '55b1e72189a991a875b9f40ab44586b2acb6aa5d0e4c0de696e366a0fa6fe5e6',
  'services/notification/migrations/0002-undone-act-changes.sql':
    'dde3489e6abf3e8e985c10f709f56e64d90415c4b413cb08591db77acc07af98',
};

/** The migrations of release 0.9.0 that are missing or changed. */
export const changedMigrations = (): string[] =>
  Object.keys(released).filter((file) => {
    const [sql] = globSync(file, { cwd: repository }).map((found) => readFileSync(`${repository}/${found}`));
    return !sql || createHash('sha256').update(sql).digest('hex') !== released[file];
  });

export const migrationsAfterRelease = (): { readonly file: string; readonly sql: string }[] =>
  globSync('{libs,services}/*/migrations/*.sql', { cwd: repository })
    .filter((file) => !(file in released))
    .map((file) => ({ file, sql: readFileSync(`${repository}/${file}`, 'utf8') }));
