import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { say, secondsSince } from './progress.mjs';
import { runCommand } from './run-command.mjs';
import { natsModule, toolsDirectory } from './servers/packages.ts';

interface Tool {
  readonly name: string;
  readonly source: string;
  /** How long a first build takes, in words. */
  readonly time: string;
}

/** Programs that no package registry brings in the version wanted; Go builds them from pinned sources. */
const tools: readonly Tool[] = [
  { name: 'nats-server', source: natsModule, time: '20 seconds' },
  { name: 'k6', source: 'go.k6.io/k6@v1.8.1', time: '2 minutes' },
  { name: 'minio', source: 'github.com/minio/minio@v0.0.0-20260212201848-7aac2a2c5b7c', time: '3 minutes' },
];

const hasGo = (): boolean => {
  try {
    execFileSync('go', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

const stampOf = (name: string): string => join(toolsDirectory, `${name}.built-from`);
const isBuilt = ({ name, source }: Tool): boolean =>
  existsSync(join(toolsDirectory, name)) && existsSync(stampOf(name)) && readFileSync(stampOf(name), 'utf8') === source;

/** @returns whether it could be built */
const build = async ({ name, source, time }: Tool): Promise<boolean> => {
  const from = Date.now();
  say(`Building ${name} from ${source} (about ${time}) …`);
  const code = await runCommand('go', ['install', source], {
    env: { GOBIN: toolsDirectory, GOFLAGS: '' },
    quiet: true,
  });
  if (code !== 0) {
    console.error(`${name} could not be built (exit code ${code}): see the lines above.`);
    return false;
  }
  writeFileSync(stampOf(name), source);
  say(`${name} is built (${secondsSince(from)}).`);
  return true;
};

/** `npm run tools`: builds what is missing into .local/tools. */
export const main = async (): Promise<number> => {
  const missing = tools.filter((tool) => !isBuilt(tool));
  if (missing.length === 0) {
    say(`All tools are built: ${tools.map(({ name }) => name).join(', ')}.`);
    return 0;
  }
  if (!hasGo()) {
    console.error(
      `Go is needed to build ${missing.map(({ name }) => name).join(' and ')}: https://go.dev/dl. Without it everything but the load tests and the tests on S3 works; ` +
        'or install k6 (https://grafana.com/docs/k6), minio and nats-server yourself and put them on the PATH.',
    );
    return 1;
  }
  mkdirSync(toolsDirectory, { recursive: true });
  let isComplete = true;
  for (const tool of missing) isComplete = (await build(tool)) && isComplete;
  return isComplete ? 0 : 1;
};
