import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { say } from './progress.mjs';
import { runCommand } from './run-command.ts';
import { toolsDirectory } from './servers/packages.ts';
import { addCounts, type Counts, checkCounts, noCounts } from './test-counts.ts';

const version = '4.32.5';
const folder = join(toolsDirectory, `schemathesis-${version}`);
const program = join(folder, 'bin/schemathesis');
/** After this time an unfinished installation makes the step count as skipped. */
const installLimitMs = 180_000;
/** Examples per call and role. With 8, both roles take about a minute. */
const examples = 8;

const checks = 'not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance';
/** Calls that would end the session or account of further calls, and calls whose bytes schemathesis cannot make. */
const leftOut = [
  'POST /api/auth/logout',
  'PATCH /api/auth/password',
  'DELETE /api/auth/sessions',
  'DELETE /api/auth/sessions/{id}',
  'DELETE /api/users/{id}',
  'POST /api/uploads',
  'PATCH /api/uploads/{id}',
  'POST /api/uploads/{id}',
];

const isInstalled = async (): Promise<boolean> => {
  // Pip writes the program last, so a partly installed folder lacks it.
  if (existsSync(program)) return true;
  say(`  Installing schemathesis ${version} …`);
  const options = { quiet: true, limitMs: installLimitMs };
  const pip = ['install', '--disable-pip-version-check', '--retries', '1', `schemathesis==${version}`];
  const hasFolder = (await runCommand('python3', ['-m', 'venv', '--clear', folder], options)) === 0;
  return hasFolder && (await runCommand(join(folder, 'bin/pip'), pip, options)) === 0;
};

const register = async (url: string): Promise<string> => {
  const response = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: `judge ${randomUUID().slice(0, 8)}`, password: randomUUID() }),
  });
  const cookie = response.headers.getSetCookie().find((one) => one.startsWith('hearsay_session='));
  if (!cookie) throw new Error(`Nobody could register for schemathesis: ${response.status}`);
  return cookie.split(';')[0]!;
};

export const runSchemathesis = async (startSystem: () => Promise<{ readonly url: string }>): Promise<Counts> => {
  if (!(await isInstalled())) {
    say('  skipped: schemathesis could not be installed (it needs python3 with venv, and PyPI)');
    return { ...noCounts, skipped: 1 };
  }
  const { url } = await startSystem();
  const cookies = { visitor: [], fan: ['--header', `Cookie: ${await register(url)}`] };
  const counts: Counts[] = [];
  for (const [role, headers] of Object.entries(cookies)) {
    say(`  as a ${role} …`);
    const args = [
      ...['run', `${url}/api/docs-json`, '--no-color', '--warnings', 'off', '--checks', checks],
      ...['--phases', 'fuzzing', '--seed', '27', '--max-examples', `${examples}`, '--no-shrink'],
      ...['--generation-database', 'none'],
      ...leftOut.flatMap((name) => ['--exclude-name', name]),
      ...headers,
    ];
    counts.push(checkCounts(await runCommand(program, args, { cwd: folder, quiet: true })));
  }
  return addCounts(counts);
};
