import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { say, secondsSince } from './progress.mjs';
import { runCommand } from './run-command.mjs';
import { toolsDirectory } from './servers/binaries.mjs';

/** Programs that no package registry brings in the version wanted; Go builds them from pinned sources. */
export const tools = [
  { name: 'nats-server', source: 'github.com/nats-io/nats-server/v2@v2.15.2', time: '20 seconds' },
  { name: 'k6', source: 'go.k6.io/k6@v1.8.1', time: '2 minutes' },
];

const hasGo = () => {
  try {
    execFileSync('go', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

const stampOf = (name) => join(toolsDirectory, `${name}.built-from`);
const isBuilt = ({ name, source }) =>
  existsSync(join(toolsDirectory, name)) && existsSync(stampOf(name)) && readFileSync(stampOf(name), 'utf8') === source;

const missing = tools.filter((tool) => !isBuilt(tool));
if (missing.length === 0) {
  say(`All tools are built: ${tools.map(({ name }) => name).join(', ')}.`);
} else if (!hasGo()) {
  console.error(
    `Go is needed to build ${missing.map(({ name }) => name).join(' and ')}: https://go.dev/dl. Without it everything but the load tests works; ` +
      'or install k6 (https://grafana.com/docs/k6) and nats-server yourself and put them on the PATH.',
  );
  process.exitCode = 1;
} else {
  mkdirSync(toolsDirectory, { recursive: true });
  for (const { name, source, time } of missing) {
    const from = Date.now();
    say(`Building ${name} from ${source} (about ${time}) …`);
    const code = await runCommand('go', ['install', source], { env: { GOBIN: toolsDirectory, GOFLAGS: '' }, quiet: true });
    if (code === 0) {
      writeFileSync(stampOf(name), source);
      say(`${name} is built (${secondsSince(from)}).`);
    } else {
      console.error(`${name} could not be built (exit code ${code}): see the lines above.`);
      process.exitCode = 1;
    }
  }
}
