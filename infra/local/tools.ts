import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { say, secondsSince } from './progress.mjs';
import { runCommand } from './run-command.ts';
import { natsModule, toolsDirectory } from './servers/packages.ts';

/** Tools that Go builds from pinned sources, because no package registry has the wanted versions. */
const tools = [
  { name: 'nats-server', source: natsModule, time: '20 seconds' },
  { name: 'k6', source: 'go.k6.io/k6@v1.8.1', time: '2 minutes' },
  { name: 'minio', source: 'github.com/minio/minio@v0.0.0-20260212201848-7aac2a2c5b7c', time: '3 minutes' },
];

export const main = async (): Promise<number> => {
  mkdirSync(toolsDirectory, { recursive: true });
  let code = 0;
  for (const { name, source, time } of tools) {
    const stamp = join(toolsDirectory, `${name}.built-from`);
    const isBuilt =
      existsSync(join(toolsDirectory, name)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === source;
    if (isBuilt) continue;
    const from = Date.now();
    say(`Building ${name} from ${source} (about ${time}) …`);
    const env = { GOBIN: toolsDirectory, GOFLAGS: '' };
    const failed = await runCommand('go', ['install', source], { env, quiet: true });
    if (failed) {
      console.error(
        `${name} could not be built (exit code ${failed}): Go is needed (https://go.dev/dl). Without it everything but the load tests and ` +
          `the tests on S3 works; or install ${name} yourself and put it on the PATH.`,
      );
      code = 1;
      continue;
    }
    writeFileSync(stamp, source);
    say(`${name} is built (${secondsSince(from)}).`);
  }
  if (code === 0) say(`All tools are built: ${tools.map(({ name }) => name).join(', ')}.`);
  return code;
};
