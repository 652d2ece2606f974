import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { engineNames, missingPackages } from '../../web/e2e/engines/installed.ts';
import type { System } from './bring-up.ts';
import { buildServices } from './build.ts';
import { findK6, runLoad } from './load.ts';
import { whenToldToEnd } from './npm-parent.mjs';
import { localHome, repository } from './paths.mjs';
import { say, secondsSince } from './progress.mjs';
import { endCommands, runCommand } from './run-command.ts';
import { runSchemathesis } from './schemathesis.ts';
import { seedOnce } from './seed.ts';
import { dropPostgresVariables, readJson } from './servers/processes.ts';
import { sweepAbandoned } from './servers/start-servers.ts';
import { startSystem } from './system.ts';
import { addCounts, type Counts, checkCounts, closingLine, noCounts, reportCounts } from './test-counts.ts';

const inRepository = (...parts: string[]) => join(repository, ...parts);
const reports = join(localHome, 'reports');
const suiteLimitMs = 60 * 60_000;

interface Suite {
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

const runSuite = async (report: string, { args, cwd = repository, env = {} }: Suite): Promise<Counts> => {
  mkdirSync(reports, { recursive: true });
  rmSync(report, { force: true });
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  const options = { cwd, env: { NODE_ENV: 'test', ...env }, limitMs: suiteLimitMs, hasWorkers: true };
  return reportCounts(report, await runCommand(process.execPath, [...flags, ...args], options));
};

const jest = async (name: string, args: readonly string[]): Promise<Counts> => {
  await buildServices();
  const report = join(reports, `${name}.json`);
  const program = inRepository('node_modules/jest/bin/jest.js');
  return runSuite(report, { args: [program, ...args, '--json', `--outputFile=${report}`] });
};

/** These files wait a lot, so more run at once than there are processors. */
const filesAtOnce = (more: number, most: number): string =>
  `--maxWorkers=${Math.min(availableParallelism() + more, most)}`;

const playwright = async (name: string, args: readonly string[], system: System): Promise<Counts> => {
  const report = join(reports, `${name}.json`);
  const env = {
    BASE_URL: system.url,
    LOGINS_FILE: system.files.logins,
    SYSTEM_ENVIRONMENT_FILE: system.files.environment,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  };
  const program = inRepository('node_modules/@playwright/test/cli.js');
  const cwd = inRepository('web');
  return runSuite(report, {
    args: ['--conditions=@hearsay/source', program, 'test', ...args, '--reporter=list,json'],
    cwd,
    env,
  });
};

interface NxRun {
  readonly tasks: readonly { projectName: string; status: number }[];
}

const quietly = (program: string, ...args: string[]): Promise<number> => {
  const env = { NX_DAEMON: 'false', NX_TUI: 'false' };
  const options = { cwd: repository, env, quiet: true, limitMs: suiteLimitMs, hasWorkers: true };
  return runCommand(inRepository('node_modules/.bin', program), args, options);
};

const nx = async (target: string): Promise<Counts> => {
  const runFile = inRepository('.nx/cache/run.json');
  rmSync(runFile, { force: true });
  const code = await quietly('nx', 'run-many', '-t', target, '--output-style=static', '--nxBail=false');
  const counts = (readJson<NxRun>(runFile)?.tasks ?? []).map(({ projectName, status }) => {
    const report = inRepository('node_modules', projectName, '.report.json');
    return target === 'test' ? reportCounts(report, status) : checkCounts(status);
  });
  const sum = addCounts(counts);
  return code !== 0 && sum.failed === 0 ? addCounts([sum, checkCounts(code)]) : sum;
};

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

const smokeLoad = async (system: SharedSystem): Promise<Counts> => {
  const k6 = findK6();
  if (k6) {
    const { url } = await system.get();
    return checkCounts(await runLoad(k6, 'smoke', url, { quiet: true, env: { SLOWNESS: '30', INSIST: '1' } }));
  }
  say('  skipped: k6 is missing (npm run tools builds it, where Go is)');
  return { ...noCounts, skipped: 1 };
};

const otherBrowsers = async (system: SharedSystem): Promise<Counts> => {
  const lacks = engineNames.map((engine) => ({ engine, packages: missingPackages[engine]() }));
  for (const { engine, packages } of lacks)
    if (packages.length > 0) say(`  ${engine}: skipped, since this machine has no ${packages.join(', ')}`);
  if (lacks.every(({ packages }) => packages.length > 0)) return { ...noCounts, skipped: engineNames.length };
  return playwright('browsers', ['-c', 'e2e/engines'], await system.get());
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
  unit: () => nx('test'),
  int: () => jest('int', ['--selectProjects', 'int', filesAtOnce(2, 4)]),
  journeys: () => jest('journeys', ['--selectProjects', 'journey', filesAtOnce(1, 3)]),
  load: smokeLoad,
  browser: async (system) => playwright('browser', [], await system.get()),
  browsers: otherBrowsers,
  schemathesis: (system) => runSchemathesis(() => system.get()),
};
const extraSteps = ['browsers', 'schemathesis'];

const usage = `npm test                        everything, on real servers with throw-away data
npm test -- PATH                the tests of a file, a folder or a workspace; options of jest may follow
npm test -- --only unit,int     some of: ${Object.keys(steps).join(', ')}
npm test -- --with browsers     everything and the steps that run only by name: ${extraSteps.join(', ')}`;

/** @throws {Error} with all names when an option names a step that does not exist */
export const chosenSteps = (options: { readonly only?: string; readonly with?: string }): string[] => {
  const [only, added] = [options.only?.split(','), options.with?.split(',')];
  const unknown = [...(only ?? []), ...(added ?? [])].filter((name) => !(name in steps));
  if (unknown.length > 0)
    throw new Error(`There is no step ${unknown.join(', ') || '(none named)'}: ${Object.keys(steps).join(', ')}.`);
  return Object.keys(steps).filter(
    (name) => added?.includes(name) || (only ? only.includes(name) : !extraSteps.includes(name)),
  );
};

const chosen = (args: string[]): [string, (system: SharedSystem) => Promise<Counts>][] => {
  const [path = ''] = args;
  if (/(^|\/)web\/e2e(\/|$)/.test(path))
    return [['browser', async (system) => playwright('browser', args, await system.get())]];
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
    // A stopped journey leaves its system behind.
    await sweepAbandoned();
    process.exit(130);
  };
  whenToldToEnd(interrupt);
  const results: { name: string; counts: Counts }[] = [];
  for (const [name, run] of runs) {
    const from = Date.now();
    say(`${name} …`);
    const counts = await run(system).catch((error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      return { ...noCounts, failed: 1 };
    });
    if (isInterrupted) return undefined;
    results.push({ name, counts });
    say(`${name}: ${counts.failed > 0 ? 'FAILED' : 'ok'}, ${closingLine(counts)} (${secondsSince(from)})`);
  }
  await system.stop();
  const failed = results.filter(({ counts }) => counts.failed > 0).map(({ name }) => name);
  if (failed.length > 0) say(`Failed: ${failed.join(', ')}. The reasons stand above.`);
  console.log(closingLine(addCounts(results.map(({ counts }) => counts))));
  return failed.length > 0 ? 1 : 0;
};
