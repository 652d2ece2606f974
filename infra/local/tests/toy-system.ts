import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { homeFiles } from '../paths.mjs';
import type { RunningFile } from '../running-system.ts';
import { readJson } from '../servers/processes.ts';
import { services } from '../service-list.ts';
import { temporaryFolder } from './temporary-folders.ts';

const toyService = `
import { createServer } from 'node:http';
const server = createServer((request, response) => response.writeHead(request.url === '/health/ready' ? 200 : 404).end());
server.listen(Number(process.env.HEALTH_PORT), '127.0.0.1');
for (const event of ['SIGTERM', 'disconnect']) process.on(event, () => process.exit(0));
`;

const toyMigration = `
create table began (at timestamptz not null default clock_timestamp());
insert into began default values;
grant select on began to {role};
`;

export const makeToyRoot = () => {
  const root = temporaryFolder();
  const write = (path: string, text: string) => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const service of services) {
    write(`services/${service}/package.json`, '{"type":"module"}');
    write(`services/${service}/dist/main.js`, toyService);
    write(`services/${service}/migrations/0001-began.sql`, toyMigration);
  }
  mkdirSync(join(root, 'libs/event-store/migrations'), { recursive: true });
  return root;
};

export const readRunning = (home: string) => readJson<RunningFile>(homeFiles(home).running);

export type StartedProcess = { process: ChildProcess; output: () => string; exitCode: Promise<number | null> };

export const startInOwnProcess = (root: string, home: string): StartedProcess => {
  const program = join(temporaryFolder(), 'start.mjs');
  const module = (path: string) => JSON.stringify(fileURLToPath(new URL(path, import.meta.url)));
  writeFileSync(
    program,
    `import { bringUpSystem } from ${module('../bring-up.ts')};
     const options = ${JSON.stringify({ home, root, nodeEnvironment: 'test', durable: true })};
     let stop;
     for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, async () => { await stop(); process.exit(0); });
     try {
       const system = await bringUpSystem({ ...options, log: console.log, onStoppable: (stopper) => { stop = stopper; } });
       system.announce();
     } catch (error) {
       console.log(error.message);
       process.exit(error.exitCode ?? 1);
     }`,
  );
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  child.stderr.on('data', (chunk) => {
    text += chunk;
  });
  return { process: child, output: () => text, exitCode: new Promise((resolve) => child.on('close', resolve)) };
};
