import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { engineNames, missingPackages } from '../../web/engines/installed.ts';
import type { System } from './bring-up.ts';
import { buildServices } from './build.ts';
import { findK6, loadScript, runLoad } from './k6.ts';
import { repository } from './paths.mjs';
import { say, secondsSince } from './progress.mjs';
import { runCommand } from './run-command.mjs';
import { runSchemathesis } from './schemathesis.ts';
import { seedOnce } from './seed.ts';
import { allNatsServers } from './servers/binaries.ts';
import { startSystem } from './system.ts';
import {
  addCounts,
  type Counts,
  checkCounts,
  closingLine,
  countFileOf,
  fileCounts,
  noCounts,
  suiteCounts,
  taskCounts,
  taskCountsSoFar,
} from './test-counts.ts';
import { startTestServers, type TestServers, testServerVariables } from './test-servers.ts';

/** A step of `npm test`. */
export interface TestStep {
  readonly name: string;
  /** Whether there is anything to do yet. */
  readonly exists: () => boolean;
  /** Runs only when `--only` or `--with` names it. */
  readonly isExtra?: true;
  readonly run: (context: TestContext) => Promise<Counts>;
}

const inRepository = (...parts: string[]) => join(repository, ...parts);
const bin = (name: string) => inRepository('node_modules/.bin', name);

const workspaces = () =>
  ['libs', 'services', '.']
    .flatMap((folder) =>
      folder === '.' ? ['web', 'infra'] : readdirSync(inRepository(folder)).map((name) => join(folder, name)),
    )
    .filter((workspace) => existsSync(inRepository(workspace, 'package.json')));

const filesBelow = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
        (name) => !/(^|[/\\])(node_modules|dist)[/\\]/.test(name),
      )
    : [];

const workspacesWith = (pattern: RegExp) =>
  workspaces().filter((workspace) => filesBelow(inRepository(workspace)).some((name) => pattern.test(name)));

const jestFlags = [
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  inRepository('node_modules/jest/bin/jest.js'),
];
const longestFirst = `--testSequencer=${inRepository('infra/local/jest-longest-first.ts')}`;
/** How long one suite may run before it is ended: far above what a busy machine needs, it only ends what would wait for ever. */
const suiteLimitMs = 60 * 60_000;

/** Projects that Nx knows a target of, the root among them. */
const projectsWith = (target: string): string[] =>
  ['.', ...workspaces()].filter((project) => {
    const { scripts = {}, nx } = JSON.parse(readFileSync(inRepository(project, 'package.json'), 'utf8')) as {
      scripts?: Record<string, string>;
      nx?: { targets?: Record<string, unknown> };
    };
    return project === '.' ? target in (nx?.targets ?? {}) : target in scripts;
  });

/** What the steps of one run share: services are compiled, servers and a whole system started once, when the first step needs them. */
export class TestContext {
  #folder = mkdtempSync(join(tmpdir(), 'hearsay-counts-'));
  #files = 0;
  #build: Promise<void> | undefined;
  #servers: Promise<TestServers> | undefined;
  #system: Promise<System> | undefined;

  /** Compiles the services. Whoever compiles them afterwards finds nothing to do, so that nobody reads what another is writing. */
  build(): Promise<void> {
    this.#build ??= buildServices();
    return this.#build;
  }

  servers(): Promise<TestServers> {
    this.#servers ??= this.#startServers();
    return this.#servers;
  }

  async #startServers(): Promise<TestServers> {
    const log = (line: string) => say(`  ${line}`);
    // Some suites must hold on an old NATS too, which is fetched here once.
    if (process.env.TEST_SERVERS !== 'docker')
      for (const { version, source } of await allNatsServers(log)) log(`NATS ${version} from ${source} is at hand`);
    return startTestServers(log);
  }

  /** A seeded system whose gateway serves the web app. */
  system(): Promise<System> {
    this.#system ??= this.#startSystem();
    return this.#system;
  }

  async #startSystem(): Promise<System> {
    await this.build();
    const system = await startSystem({
      web: existsSync(inRepository('web/index.html')),
      log: (line) => say(`  ${line}`),
    });
    try {
      await seedOnce(system, repository);
    } catch (error) {
      await system.stop();
      throw error;
    }
    return system;
  }

  countFile(): string {
    this.#files += 1;
    return join(this.#folder, `${this.#files}.jsonl`);
  }

  async stop(): Promise<void> {
    for (const started of [this.#system, this.#servers]) await (await started?.catch(() => undefined))?.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

interface Suite {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

const lookEveryMs = 250;

/** Runs many files of tests, and says of each how it has ended. */
const runSuite = async (context: TestContext, { args, cwd, env = {} }: Suite): Promise<Counts> => {
  const file = context.countFile();
  let told = 0;
  const sayNews = () => {
    for (const { of, seconds, ...counts } of fileCounts(file).slice(told)) {
      told += 1;
      say(`  ${of}: ${closingLine(counts)} (${seconds.toFixed(1)} s)`);
    }
  };
  const looking = setInterval(sayNews, lookEveryMs);
  const code = await runCommand(process.execPath, args, {
    cwd,
    env: { ...env, COUNT_FILE: file },
    quiet: true,
    limitMs: suiteLimitMs,
    hasWorkers: true,
  });
  clearInterval(looking);
  sayNews();
  return suiteCounts(file, code);
};

interface JestStep {
  readonly name: string;
  readonly pattern: RegExp;
  /** Of jest: which configuration and which of its projects. */
  readonly args: readonly string[];
  readonly environment: (context: TestContext) => Promise<Record<string, string>>;
  readonly filesAtOnce: number;
}

const jestStep = ({ name, pattern, args, environment, filesAtOnce }: JestStep): TestStep => ({
  name,
  exists: () => workspacesWith(pattern).length > 0,
  run: async (context) => {
    await context.build();
    const env = { NODE_ENV: 'test', ...(await environment(context)) };
    return runSuite(context, {
      args: [...jestFlags, ...args, longestFirst, `--maxWorkers=${filesAtOnce}`],
      cwd: repository,
      env,
    });
  },
});

const nxEnvironment = { NX_DAEMON: 'false', NX_TUI: 'false' };
/**
 * Runs one target of every workspace that has it through Nx, which leaves out what has passed before with the same files. Each task leaves
 * its counts beside it; they are said as they come.
 */
const nxStep = (name: string, target: string): TestStep => ({
  name,
  exists: () => true,
  run: async () => {
    const from = Date.now();
    const awaited = new Set(projectsWith(target));
    for (const project of awaited) rmSync(countFileOf(inRepository(project), target), { force: true });
    const counts: Counts[] = [];
    const sayNews = () => {
      for (const project of awaited) {
        const count = taskCountsSoFar(inRepository(project), target);
        if (!count) continue;
        awaited.delete(project);
        counts.push(count);
        say(`  ${project}: ${closingLine(count)} (${secondsSince(from)})`);
      }
    };
    const looking = setInterval(sayNews, lookEveryMs);
    const args = ['run-many', '-t', target, '--output-style=static', '--nxBail=false'];
    const options = { cwd: repository, env: nxEnvironment, quiet: true, limitMs: suiteLimitMs, hasWorkers: true };
    const code = await runCommand(bin('nx'), args, options);
    clearInterval(looking);
    sayNews();
    for (const project of awaited) counts.push(taskCounts(inRepository(project), target));
    const sum = addCounts(counts);
    return code !== 0 && sum.failed === 0 ? addCounts([sum, checkCounts(code)]) : sum;
  },
});

const boundaries = async (): Promise<Counts> => {
  const folders = ['libs', 'services', 'web/src', 'infra'].filter((folder) => existsSync(inRepository(folder)));
  const run = (config: string) =>
    runCommand(bin('depcruise'), ['--config', config, ...folders], { cwd: repository, quiet: true });
  const codes = [await run('.dependency-cruiser.mjs'), await run('.dependency-cruiser.folders.mjs')];
  return addCounts(codes.map(checkCounts));
};

/** Files, exports and packages that nobody uses, and packages that are not declared. */
const unused = async (): Promise<Counts> =>
  checkCounts(await runCommand(bin('knip'), ['--no-progress'], { cwd: repository, quiet: true }));

/** Files that wait much of the time: so many more at once than there are processors, up to what servers and memory of any machine bear. */
const filesAtOnce = (more: number, most: number): number => Math.min(availableParallelism() + more, most);

/** They wait for servers that come back and for timeouts. Every file has databases and subjects of its own. */
const integration = jestStep({
  name: 'int',
  pattern: /\.int-spec\.ts$/,
  args: ['--config', inRepository('jest.integration.mjs')],
  environment: async (context) => testServerVariables(await context.servers()),
  filesAtOnce: filesAtOnce(2, 4),
});
/** Each journey is a whole system, and waits for processes that start and end and for servers that come back. */
const journeys = jestStep({
  name: 'journeys',
  pattern: /\.journey-spec\.ts$/,
  args: ['--config', inRepository('infra/jest.config.mjs'), '--selectProjects', 'journey'],
  environment: async () => ({}),
  filesAtOnce: filesAtOnce(1, 3),
});

export const steps: readonly TestStep[] = [
  nxStep('lint', 'lint'),
  nxStep('types', 'typecheck'),
  { name: 'boundaries', exists: () => true, run: boundaries },
  { name: 'unused', exists: () => true, run: unused },
  nxStep('unit', 'test'),
  integration,
  journeys,
  {
    name: 'load',
    exists: () => existsSync(loadScript('smoke')),
    run: async (context) => {
      const k6 = findK6();
      if (!k6) {
        say('  skipped: k6 is missing (npm run tools builds it, where Go is)');
        return { ...noCounts, skipped: 1 };
      }
      return checkCounts(
        await runLoad(k6, 'smoke', (await context.system()).url, { quiet: true, env: { SLOWNESS: '30', INSIST: '1' } }),
      );
    },
  },
  {
    name: 'browser',
    exists: () => existsSync(inRepository('web/playwright.config.ts')),
    run: async (context) => {
      const system = await context.system();
      const env = {
        BASE_URL: system.url,
        LOGINS_FILE: system.files.logins,
        SYSTEM_ENVIRONMENT_FILE: system.files.environment,
      };
      return runSuite(context, {
        args: [inRepository('node_modules/@playwright/test/cli.js'), 'test'],
        cwd: inRepository('web'),
        env,
      });
    },
  },
  {
    name: 'browsers',
    isExtra: true,
    exists: () => true,
    run: async (context) => {
      for (const engine of engineNames) {
        const missing = missingPackages[engine]();
        if (missing.length > 0) say(`  ${engine}: skipped, since this machine has no ${missing.join(', ')}`);
      }
      if (engineNames.every((engine) => missingPackages[engine]().length > 0))
        return { ...noCounts, skipped: engineNames.length };
      const system = await context.system();
      const args = [
        '--conditions=@hearsay/source',
        inRepository('node_modules/@playwright/test/cli.js'),
        'test',
        '-c',
        'engines',
      ];
      return runSuite(context, {
        args,
        cwd: inRepository('web'),
        env: { BASE_URL: system.url, LOGINS_FILE: system.files.logins },
      });
    },
  },
  {
    name: 'schemathesis',
    exists: () => true,
    isExtra: true,
    run: (context) => runSchemathesis(() => context.system()),
  },
];
