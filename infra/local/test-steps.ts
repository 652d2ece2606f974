import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allNatsServers, startTestServers, type TestServers, testServerVariables } from '@hearsay/local-servers';
import type { System } from './bring-up.ts';
import { buildServices } from './build.ts';
import { findK6, loadScript, runLoad } from './k6.ts';
import { repository } from './paths.mjs';
import { say, secondsSince } from './progress.mjs';
import { runCommand } from './run-command.mjs';
import { seedOnce } from './seed.ts';
import { startSystem } from './system.ts';
import {
  addCounts,
  type Counts,
  checkCounts,
  closingLine,
  countFileOf,
  noCounts,
  suiteCounts,
  taskCounts,
  taskCountsSoFar,
} from './test-counts.ts';

/** A step of `npm test`. */
export interface TestStep {
  readonly name: string;
  /** Whether there is anything to do yet. */
  readonly exists: () => boolean;
  readonly run: (context: TestContext) => Promise<Counts>;
}

const inRepository = (...parts: string[]) => join(repository, ...parts);
const bin = (name: string) => inRepository('node_modules/.bin', name);

const workspaces = () =>
  ['libs', 'services', '.']
    .flatMap((folder) => (folder === '.' ? ['web', 'infra'] : readdirSync(inRepository(folder)).map((name) => join(folder, name))))
    .filter((workspace) => existsSync(inRepository(workspace, 'package.json')));

const filesBelow = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => !/(^|[/\\])(node_modules|dist)[/\\]/.test(name))
    : [];

const workspacesWith = (pattern: RegExp) =>
  workspaces().filter((workspace) => filesBelow(inRepository(workspace)).some((name) => pattern.test(name)));

const jestFlags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', inRepository('node_modules/jest/bin/jest.js')];
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

/** What the steps of one run share: servers and a whole system are started once, when the first step needs them. */
export class TestContext {
  #folder = mkdtempSync(join(tmpdir(), 'hearsay-counts-'));
  #files = 0;
  #servers: Promise<TestServers> | undefined;
  #system: Promise<System> | undefined;

  servers(): Promise<TestServers> {
    this.#servers ??= this.#startServers();
    return this.#servers;
  }

  async #startServers(): Promise<TestServers> {
    const log = (line: string) => say(`  ${line}`);
    // Some suites must hold on an old and on a new NATS: where Go has built the new one, the distribution's is fetched too.
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
    const system = await startSystem({ web: existsSync(inRepository('web/index.html')), log: (line) => say(`  ${line}`) });
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
  readonly title: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

const runSuite = async (context: TestContext, { title, args, cwd, env = {} }: Suite): Promise<Counts> => {
  const from = Date.now();
  const file = context.countFile();
  const code = await runCommand(process.execPath, args, { cwd, env: { ...env, COUNT_FILE: file }, quiet: true, limitMs: suiteLimitMs });
  const counts = suiteCounts(file, code);
  say(`  ${title}: ${closingLine(counts)} (${secondsSince(from)})`);
  return counts;
};

interface JestStep {
  readonly name: string;
  /** Of jest's configurations, as `selectProjects` takes it. */
  readonly project: string;
  readonly pattern: RegExp;
  readonly environment: (context: TestContext) => Promise<Record<string, string>>;
  /** How many files of a workspace run at once. */
  readonly filesAtOnce: number;
}

const jestStep = ({ name, project, pattern, environment, filesAtOnce }: JestStep): TestStep => ({
  name,
  exists: () => workspacesWith(pattern).length > 0,
  run: async (context) => {
    const env = await environment(context);
    const counts: Counts[] = [];
    for (const workspace of workspacesWith(pattern)) {
      const args = [...jestFlags, '--selectProjects', project, '--passWithNoTests', `--maxWorkers=${filesAtOnce}`];
      counts.push(await runSuite(context, { title: workspace, args, cwd: inRepository(workspace), env }));
    }
    return addCounts(counts);
  },
});

const noEnvironment = async () => ({ NODE_ENV: 'test' });
const serverEnvironment = async (context: TestContext) => ({ NODE_ENV: 'test', ...testServerVariables(await context.servers()) });

const nxEnvironment = { NX_DAEMON: 'false', NX_TUI: 'false' };
const lookEveryMs = 250;

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
    const code = await runCommand(bin('nx'), args, { cwd: repository, env: nxEnvironment, quiet: true, limitMs: suiteLimitMs });
    clearInterval(looking);
    sayNews();
    for (const project of awaited) counts.push(taskCounts(inRepository(project), target));
    const sum = addCounts(counts);
    return code !== 0 && sum.failed === 0 ? addCounts([sum, checkCounts(code)]) : sum;
  },
});

const boundaries = async (): Promise<Counts> => {
  const folders = ['libs', 'services', 'web/src', 'infra'].filter((folder) => existsSync(inRepository(folder)));
  return checkCounts(
    await runCommand(bin('depcruise'), ['--config', '.dependency-cruiser.mjs', ...folders], { cwd: repository, quiet: true }),
  );
};

/** Files, exports and packages that nobody uses, and packages that are not declared. */
const unused = async (): Promise<Counts> => checkCounts(await runCommand(bin('knip'), ['--no-progress'], { cwd: repository, quiet: true }));

/** Each journey is a whole system. Much of the time it waits: for processes that start and end, for servers that come back. */
const journeys = jestStep({
  name: 'journeys',
  project: 'journey',
  pattern: /\.journey-spec\.ts$/,
  environment: noEnvironment,
  filesAtOnce: 2,
});
/** They wait most of the time: for servers that come back, for timeouts. Every file has databases and subjects of its own. */
const integration = jestStep({ name: 'int', project: 'int', pattern: /\.int-spec\.ts$/, environment: serverEnvironment, filesAtOnce: 3 });

export const steps: readonly TestStep[] = [
  nxStep('lint', 'lint'),
  nxStep('types', 'typecheck'),
  { name: 'boundaries', exists: () => true, run: boundaries },
  { name: 'unused', exists: () => true, run: unused },
  nxStep('unit', 'test'),
  integration,
  {
    ...journeys,
    run: async (context) => {
      // Built once here, so that the first journey's time is its own.
      await buildServices();
      return journeys.run(context);
    },
  },
  {
    name: 'load',
    exists: () => existsSync(loadScript('smoke')),
    run: async (context) => {
      const k6 = findK6();
      if (!k6) {
        say('  skipped: k6 is missing (npm run tools builds it, where Go is)');
        return { ...noCounts, skipped: 1 };
      }
      return checkCounts(await runLoad(k6, 'smoke', (await context.system()).url, { quiet: true, env: { SLOWNESS: '30' } }));
    },
  },
  {
    name: 'browser',
    exists: () => existsSync(inRepository('web/playwright.config.ts')),
    run: async (context) => {
      const system = await context.system();
      const env = { BASE_URL: system.url, LOGINS_FILE: system.files.logins, SYSTEM_ENVIRONMENT_FILE: system.files.environment };
      return runSuite(context, {
        title: 'web/e2e',
        args: [inRepository('node_modules/@playwright/test/cli.js'), 'test'],
        cwd: inRepository('web'),
        env,
      });
    },
  },
];
