import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { say, secondsSince } from './progress.mjs';
import { runCommand } from './run-command.ts';
import { natsModule, toolsDirectory } from './servers/packages.ts';

interface Tool {
  readonly name: string;
  readonly source: string;
  readonly time: string;
}

export const kustomizeTool: Tool = {
  name: 'kustomize',
  source: 'sigs.k8s.io/kustomize/kustomize/v5@v5.8.1',
  time: '30 seconds',
};

/** Tools that Go builds from pinned sources, because package registries lack these versions. */
const tools: readonly Tool[] = [
  { name: 'nats-server', source: natsModule, time: '20 seconds' },
  { name: 'k6', source: 'go.k6.io/k6@v1.8.1', time: '2 minutes' },
  { name: 'minio', source: 'github.com/minio/minio@v0.0.0-20260212201848-7aac2a2c5b7c', time: '3 minutes' },
  kustomizeTool,
];

/** @returns false if Go could not build it */
export const buildTool = async ({ name, source, time }: Tool): Promise<boolean> => {
  mkdirSync(toolsDirectory, { recursive: true });
  const stamp = join(toolsDirectory, `${name}.built-from`);
  if (existsSync(join(toolsDirectory, name)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === source)
    return true;
  const from = Date.now();
  say(`Building ${name} from ${source} (about ${time}) …`);
  const env = { GOBIN: toolsDirectory, GOFLAGS: '' };
  if ((await runCommand('go', ['install', source], { env, quiet: true })) !== 0) return false;
  writeFileSync(stamp, source);
  say(`${name} is built (${secondsSince(from)}).`);
  return true;
};

export const main = async (): Promise<number> => {
  let code = 0;
  for (const tool of tools) {
    if (await buildTool(tool)) continue;
    console.error(
      `${tool.name} could not be built: Go is needed (https://go.dev/dl). Without it everything but the load tests, the tests on S3 and ` +
        `the check of Kubernetes works; or install ${tool.name} yourself and put it on the PATH.`,
    );
    code = 1;
  }
  if (code === 0) say(`All tools are built: ${tools.map(({ name }) => name).join(', ')}.`);
  return code;
};
