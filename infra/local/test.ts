import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { engineNames, missingPackages } from '../../web/e2e/engines/installed.ts';
import { checkManifests } from '../k8s/k8s.ts';
import type { System } from './bring-up.ts';
import { buildServices } from './build.ts';
import { runFeedparser } from './feedparser.ts';
import { findK6, runLoad } from './load.ts';
import { hasNewestRelease, newestRelease } from './newest-release.ts';
import { onEndSignal } from './npm-parent.mjs';
import { repository } from './paths.mjs';
import { say, secondsSince } from './progress.mjs';
import { runProof } from './proof.ts';
import { endCommands, runCommand } from './run-command.ts';
import { runSchemathesis } from './schemathesis.ts';
import { seedOnce } from './seed.ts';
import { findProxy } from './servers/binaries.ts';
import { dropPostgresVariables, readJson } from './servers/processes.ts';
import { deleteAbandonedRuns } from './servers/start-servers.ts';
import { startSystem } from './system.ts';
import { addCounts, type Counts, checkCounts, closingLine, noCounts, reportCounts } from './test-counts.ts';

const inRepository = (...parts: string[]) => join(repository, ...parts);
const reportOf = (name: string) => inRepository('.local/reports', `${name}.json`);
const limits = { cwd: repository, limitMs: 60 * 60_000, hasWorkers: true };

interface Where {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

const runSuite = async (name: string, args: readonly string[], { env, ...where }: Where = {}): Promise<Counts> => {
  const report = reportOf(name);
  mkdirSync(dirname(report), { recursive: true });
  rmSync(report, { force: true });
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  const options = { ...limits, ...where, env: { NODE_ENV: 'test', ...env } };
  return reportCounts(report, await runCommand(process.execPath, [...flags, ...args], options));
};

const jest = async (name: string, args: readonly string[]): Promise<Counts> => {
  await buildServices();
  const program = inRepository('node_modules/jest/bin/jest.js');
  return runSuite(name, [program, ...args, '--json', `--outputFile=${reportOf(name)}`]);
};

/** Number of test files that run at once: the processors, and `more` for tests that mostly wait. At most `most`. */
const filesAtOnce = (more: number, most: number): string =>
  `--maxWorkers=${Math.min(availableParallelism() + more, most)}`;

const newSharedSystem = () => {
  let started: Promise<System> | undefined;
  const start = async () => {
    const system = await startSystem({ web: true, log: (line) => say(`  ${line}`) });
    await seedOnce(system).catch(async (error) => {
      await system.stop();
      throw error;
    });
    return system;
  };
  return {
    get: () => {
      started ??= start();
      return started;
    },
    stop: async () => (await started?.catch(() => undefined))?.stop(),
  };
};
type SharedSystem = ReturnType<typeof newSharedSystem>;

const playwrightProgram = [
  '--conditions=@hearsay/source',
  inRepository('node_modules/@playwright/test/cli.js'),
  'test',
];

const playwright = async (name: string, args: readonly string[], shared: SharedSystem): Promise<Counts> => {
  const { url, files } = await shared.get();
  const env = {
    BASE_URL: url,
    LOGINS_FILE: files.logins,
    SYSTEM_ENVIRONMENT_FILE: files.environment,
    PLAYWRIGHT_JSON_OUTPUT_FILE: reportOf(name),
  };
  return runSuite(name, [...playwrightProgram, ...args, '--reporter=list,json'], { cwd: inRepository('web'), env });
};

/** Makes the screenshots of `npm run tour`. */
const tour = async (args: readonly string[], shared: SharedSystem): Promise<Counts> => {
  const isEngines = args.includes('--engines');
  const words = args.filter((word) => !word.startsWith('--'));
  const { url, files } = await shared.get();
  const env = { BASE_URL: url, LOGINS_FILE: files.logins, ...(isEngines && { PICTURES: '1' }) };
  const chosenOnes = [
    '-c',
    isEngines ? 'web/e2e/engines' : 'web/tour',
    ...(words.length > 0 ? ['-g', words.join('|')] : []),
  ];
  return checkCounts(await runCommand(process.execPath, [...playwrightProgram, ...chosenOnes], { ...limits, env }));
};

interface NxRun {
  readonly tasks: readonly { status: number }[];
}

const quietly = (program: string, ...args: string[]): Promise<number> =>
  runCommand(inRepository('node_modules/.bin', program), args, {
    ...limits,
    env: { NX_DAEMON: 'false', NX_TUI: 'false' },
    quiet: true,
  });

const nx = async (target: string): Promise<Counts> => {
  const runFile = inRepository('.nx/cache/run.json');
  rmSync(runFile, { force: true });
  const code = await quietly('nx', 'run-many', '-t', target, '--output-style=static', '--nxBail=false');
  const sum = addCounts((readJson<NxRun>(runFile)?.tasks ?? []).map(({ status }) => checkCounts(status)));
  return code !== 0 && sum.failed === 0 ? addCounts([sum, checkCounts(code)]) : sum;
};

const smokeLoad = async (system: SharedSystem): Promise<Counts> => {
  const k6 = findK6();
  if (k6) {
    const { url } = await system.get();
    return checkCounts(await runLoad(k6, 'smoke', url, { quiet: true, env: { SLOWNESS: '30', INSIST: '1' } }));
  }
  say('  skipped: k6 is missing (npm run tools builds it, where Go is)');
  return { ...noCounts, skipped: 1 };
};

/** Short faults, with much time to recover, because other tests may use the machine. */
const clusterRounds = ['--rounds', '6', '--pause', '6', '--within', '60'];

/** Runs a program in a process of its own, so that its many connections end with this process. Needs HAProxy. */
const behindHaproxy = async (...program: string[]): Promise<Counts> => {
  if (await findProxy('haproxy')) {
    const args = ['infra/local/npm-script.mjs', 'operator', ...program];
    return checkCounts(await runCommand(process.execPath, args, { ...limits, quiet: true }));
  }
  say('  skipped: haproxy is missing');
  return { ...noCounts, skipped: 1 };
};

const upgradeFromNewestRelease = async (): Promise<Counts> => {
  if (await hasNewestRelease()) return behindHaproxy('upgrade-test', '--only', newestRelease.name);
  say(`  skipped: this clone lacks the commit of release ${newestRelease.name}`);
  return { ...noCounts, skipped: 1 };
};

const otherBrowsers = async (system: SharedSystem): Promise<Counts> => {
  const lacks = engineNames.map((engine) => ({ engine, packages: missingPackages[engine]() }));
  for (const { engine, packages } of lacks)
    if (packages.length > 0) say(`  ${engine}: skipped, since this machine has no ${packages.join(', ')}`);
  if (lacks.every(({ packages }) => packages.length > 0)) return { ...noCounts, skipped: engineNames.length };
  return playwright('browsers', ['-c', 'e2e/engines'], system);
};

const boundaries = async (): Promise<Counts> => {
  const run = (config: string) => quietly('depcruise', '--config', config, 'libs', 'services', 'web/src', 'infra');
  return addCounts(
    [await run('.dependency-cruiser.mjs'), await run('.dependency-cruiser.folders.mjs')].map(checkCounts),
  );
};

const steps: Readonly<Record<string, (system: SharedSystem) => Promise<Counts>>> = {
  lint: () => nx('lint'),
  types: () => nx('typecheck'),
  boundaries,
  unused: async () => checkCounts(await quietly('knip', '--no-progress')),
  unit: () => jest('unit', ['--selectProjects', 'unit', 'web', filesAtOnce(0, 8)]),
  int: () => jest('int', ['--selectProjects', 'int', filesAtOnce(2, 4)]),
  journeys: () => jest('journeys', ['--selectProjects', 'journey', filesAtOnce(1, 3)]),
  load: smokeLoad,
  browser: (system) => playwright('browser', [], system),
  browsers: otherBrowsers,
  cluster: () => behindHaproxy('cluster', ...clusterRounds),
  upgrade: upgradeFromNewestRelease,
  schemathesis: async (system) =>
    addCounts([await runSchemathesis(() => system.get()), await runFeedparser(() => system.get())]),
  proof: runProof,
  k8s: checkManifests,
};
/** These steps run in parallel, because they mostly wait for other processes. */
const waitingSteps = ['cluster', 'upgrade'];
const extraSteps = ['browsers', 'cluster', 'upgrade', 'schemathesis', 'k8s', 'proof'];

const usage = `npm test                        everything, on real servers with throw-away data
npm test -- PATH                the tests of a file, a folder or a workspace; options of jest may follow
npm test -- --only unit,int     some of: ${Object.keys(steps).join(', ')}
npm test -- --with browsers     everything and the steps that run only by name: ${extraSteps.join(', ')}
npm run tour                    a picture of every screen and state, in .local/tour
npm run tour -- reveal          only of those whose name holds one of these words
npm run tour -- --engines       eight screens in Chromium, Firefox and WebKitGTK, in .local/engines`;

/** @throws {Error} with the names of all steps when an option names an unknown step */
export const chosenSteps = (options: { readonly only?: string; readonly with?: string }): string[] => {
  const [only, added] = [options.only?.split(','), options.with?.split(',')];
  const unknown = [...(only ?? []), ...(added ?? [])].filter((name) => !(name in steps));
  if (unknown.length > 0)
    throw new Error(`There is no step ${unknown.join(', ') || '(none named)'}: ${Object.keys(steps).join(', ')}.`);
  return Object.keys(steps).filter(
    (name) => added?.includes(name) || (only ? only.includes(name) : !extraSteps.includes(name)),
  );
};

type Step = [name: string, run: (system: SharedSystem) => Promise<Counts>];

const chosen = (args: string[]): Step[] => {
  const [path = ''] = args;
  if (/(^|\/)web\/e2e(\/|$)/.test(path)) return [['browser', (system) => playwright('browser', args, system)]];
  if (path === 'tour') return [['tour', (system) => tour(args.slice(1), system)]];
  if (path && !path.startsWith('-')) return [[path, () => jest('tests', args)]];
  const { values } = parseArgs({ args, options: { only: { type: 'string' }, with: { type: 'string' } } });
  return chosenSteps(values).map((name) => [name, steps[name]!]);
};

export const main = async (args: string[]): Promise<number | undefined> => {
  if (args.includes('--help')) {
    console.log(usage);
    return 0;
  }
  const runs = chosen(args);
  const system = newSharedSystem();
  dropPostgresVariables();
  let isInterrupted = false;
  const interrupt = async () => {
    if (isInterrupted) return;
    isInterrupted = true;
    say('Stopping …');
    await endCommands();
    await system.stop();
    // Ends a system that an interrupted run has left.
    await deleteAbandonedRuns();
    process.exit(130);
  };
  onEndSignal(interrupt);
  const results: { name: string; counts: Counts }[] = [];
  const runStep = async ([name, run]: Step) => {
    const from = Date.now();
    say(`${name} …`);
    const counts = await run(system).catch((error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      return { ...noCounts, failed: 1 };
    });
    results.push({ name, counts });
    say(`${name}: ${counts.failed > 0 ? 'FAILED' : 'ok'}, ${closingLine(counts)} (${secondsSince(from)})`);
  };
  const waiting = runs.filter(([name]) => waitingSteps.includes(name));
  const groups = [...runs.filter((step) => !waiting.includes(step)).map((step) => [step]), waiting];
  for (const group of groups) {
    await Promise.all(group.map(runStep));
    if (isInterrupted) return undefined;
  }
  await system.stop();
  const failed = results.filter(({ counts }) => counts.failed > 0).map(({ name }) => name);
  if (failed.length > 0) say(`Failed: ${failed.join(', ')}. The reasons stand above.`);
  console.log(closingLine(addCounts(results.map(({ counts }) => counts))));
  return failed.length > 0 ? 1 : 0;
};
