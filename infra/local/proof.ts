import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repository } from './paths.mjs';
import { say, secondsSince } from './progress.mjs';
import { unpackPackage } from './servers/packages.ts';
import { addCounts, type Counts, checkCounts, noCounts } from './test-counts.ts';

export const modelFolder = join(repository, 'docs/proof');

interface Scenario {
  readonly about: string;
  readonly bounds: readonly string[];
  /** Macros, each of which switches off one rule of the model. With any one of them, spin must find an error. */
  readonly rules: readonly string[];
  /** Also searches for endless loops, which takes longer. */
  readonly seeksCycles?: true;
}

export const modelScenarios: readonly Scenario[] = [
  {
    about: 'four overlapping transactions, a late message',
    bounds: ['EVENTS=4', 'FAULTS=1', 'RELAYS=1', 'WITH_TIMEOUTS'],
    rules: ['NO_HORIZON'],
    seeksCycles: true,
  },
  {
    about: 'two leaders, late messages',
    bounds: ['FAULTS=2', 'ONLY_RELAYING', 'WITH_STALE_LEADER', 'WITH_TIMEOUTS'],
    rules: ['NO_EXPECTED_SEQUENCE', 'NO_ONE_IN_FLIGHT', 'NO_CURSOR_IN_STREAM'],
  },
  {
    about: 'lost messages, a crashing consumer',
    bounds: ['FAULTS=2', 'ONLY_RELAYING', 'RELAYS=1', 'WITH_LOST_TAIL', 'WITH_DELETION', 'WITH_CRASHES'],
    rules: [
      'NO_REFILL',
      'NO_DOUBT',
      'NO_SKIP_OF_KNOWN',
      'NO_MATCH_OF_BODY',
      'NO_STALL_CHECK',
      'NO_CHECKPOINT_WITH_EFFECTS',
      'NO_EFFECTS_WITH_CHECKPOINT',
    ],
    seeksCycles: true,
  },
  {
    about: 'a fork: two leaders, a lost tail',
    bounds: ['FAULTS=2', 'ONLY_RELAYING', 'WITH_LOST_TAIL', 'WITH_STALE_LEADER'],
    rules: ['NO_PREVIOUS_IN_HEADER'],
  },
  {
    about: 'a consumer in two processes, crashes',
    bounds: ['CONSUMERS=2', 'FAULTS=2', 'ONLY_RELAYING', 'RELAYS=1', 'WITH_CRASHES'],
    rules: ['NO_COMPARE_OF_CHECKPOINT'],
    seeksCycles: true,
  },
  {
    about: 'a promotion, with and without a lost tail of the log',
    bounds: ['FAULTS=1', 'RELAYS=1', 'WITH_FAILOVER'],
    rules: ['NO_CHECK_BEFORE_END', 'NO_STOP_OF_RELAY', 'NO_NEW_EPOCH', 'NO_PURGE_IN_RECOVERY', 'NO_REWIND', 'NO_CLAIM'],
    seeksCycles: true,
  },
  {
    about: 'a promotion of a synchronous standby, the former leader still publishes',
    bounds: ['FAULTS=1', 'SYNCHRONOUS', 'WITH_FAILOVER'],
    rules: ['NO_WAIT_FOR_STANDBY'],
  },
  {
    about: 'a promotion, a lost tail of the stream, a reactor',
    bounds: ['FAULTS=2', 'REACTOR', 'RELAYS=1', 'WITH_FAILOVER', 'WITH_LOST_TAIL'],
    rules: ['NO_EPOCH_PER_PROMOTION', 'NO_STOP_OF_APPENDS'],
  },
];

const run = (file: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}) =>
  promisify(execFile)(file, args, { cwd, env: { ...process.env, ...env }, maxBuffer: 16 * 1024 * 1024 });

const isThere = (command: string, env: NodeJS.ProcessEnv, ...args: string[]): Promise<boolean> =>
  run(command, args, repository, env).then(
    () => true,
    () => false,
  );

/** Finds spin. If spin or a C compiler is missing, prints the reason and returns undefined. */
const findSpin = async () => {
  if (!(await isThere('gcc', {}, '--version'))) return void say('  skipped: gcc is missing');
  if (await isThere('spin', {}, '-V')) return { command: 'spin', env: {} };
  const unpacked = await unpackPackage('spin', (line) => say(`  ${line}`));
  const { folders: [folder] = [], env = {} } = unpacked ?? {};
  const command = join(folder ?? '', 'spin');
  if (await isThere(command, env, '-V')) return { command, env };
  return void say('  skipped: spin is missing, and no Debian package could be unpacked');
};

interface Verdict {
  readonly error: string | undefined;
  readonly states: string;
}

/** Searches all states of a variant of the model. */
const search = async (
  spin: { command: string; env: NodeJS.ProcessEnv },
  macros: readonly string[],
  seeksCycles: boolean,
): Promise<Verdict> => {
  const folder = mkdtempSync(join(tmpdir(), 'hearsay-proof-'));
  try {
    await run(
      spin.command,
      ['-a', ...macros.map((macro) => `-D${macro}`), join(modelFolder, 'relay.pml')],
      folder,
      spin.env,
    );
    await run('gcc', ['-O1', '-w', seeksCycles ? '-DNP' : '-DSAFETY', '-o', 'pan', 'pan.c'], folder);
    // -E ignores invalid end states, which the model checks itself. -m limits the depth, -w sizes the hash table.
    const { stdout } = await run('./pan', [...(seeksCycles ? ['-l'] : []), '-E', '-m20000', '-w23'], folder);
    const count = /errors: (\d+)/.exec(stdout)?.[1];
    const problem = /^pan:1: (.*?)(?: \(at depth \d+\))?$/m.exec(stdout)?.[1] ?? /^error: .*/m.exec(stdout)?.[0];
    const isWhole = count === '0' && problem === undefined && !stdout.includes('Search not completed');
    return {
      error: isWhole ? undefined : (problem ?? 'the search did not end'),
      states: /([\d.e+]+) states, stored/.exec(stdout)?.[1] ?? '?',
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Checks that spin finds no error in a scenario with all rules, but an error when one rule is switched off. */
export const runProof = async (): Promise<Counts> => {
  const spin = await findSpin();
  if (!spin) return { ...noCounts, skipped: 1 };
  const counts: Counts[] = [];
  for (const { about, bounds, rules, seeksCycles = false } of modelScenarios) {
    for (const rule of [undefined, ...rules]) {
      const from = Date.now();
      const { error, states } = await search(spin, rule ? [...bounds, rule] : bounds, seeksCycles);
      const isRight = (error === undefined) === (rule === undefined) && error !== 'the search did not end';
      const found = error === undefined ? 'no error' : `error: ${error}`;
      const name = rule ? `  without ${rule.slice(3)}` : about;
      say(`${isRight ? 'ok    ' : 'WRONG '}  ${name}: ${found.slice(0, 90)} (${states} states, ${secondsSince(from)})`);
      counts.push(checkCounts(isRight ? 0 : 1));
    }
  }
  return addCounts(counts);
};

export const main = async (): Promise<number> => {
  const { failed, skipped } = await runProof();
  return failed + skipped > 0 ? 1 : 0;
};
