import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { say } from './progress.mjs';
import { installPythonProgram } from './python-program.ts';
import { runCommand } from './run-command.ts';
import { addCounts, type Counts, checkCounts, noCounts } from './test-counts.ts';

const version = '4.32.5';
/** Examples per call and role. With 8, both roles take about a minute. */
const examples = 8;

const checks = 'not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance';
/** Calls that would end the session or account of later calls, and calls whose bytes schemathesis cannot make. */
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

/** Registers a person. @returns their id and the cookie of their session */
export const register = async (url: string): Promise<{ readonly cookie: string; readonly id: string }> => {
  const response = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: `judge ${randomUUID().slice(0, 8)}`, password: randomUUID() }),
  });
  const cookie = response.headers.getSetCookie().find((one) => one.startsWith('hearsay_session='));
  if (!cookie) throw new Error(`Nobody could register for schemathesis: ${response.status}`);
  const { id } = (await response.json()) as { id: string };
  return { cookie: cookie.split(';')[0]!, id };
};

export const runSchemathesis = async (startSystem: () => Promise<{ readonly url: string }>): Promise<Counts> => {
  const program = await installPythonProgram('schemathesis', version);
  if (!program) {
    say('  skipped: schemathesis could not be installed (it needs python3 with venv, and PyPI)');
    return { ...noCounts, skipped: 1 };
  }
  const { url } = await startSystem();
  const cookies = { visitor: [], fan: ['--header', `Cookie: ${(await register(url)).cookie}`] };
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
    counts.push(checkCounts(await runCommand(program, args, { cwd: dirname(program), quiet: true })));
  }
  return addCounts(counts);
};
