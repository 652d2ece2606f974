import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { services } from '../service-list.ts';
import { temporaryFolder } from './temporary-folders.ts';

const toyService = `
import { createServer } from 'node:http';
if (process.argv[2] === 'migrate') {
  const { default: pg } = await import(process.env.TOY_PG);
  const client = new pg.Client({ connectionString: process.env.OWNER_DATABASE_URL });
  await client.connect();
  await client.query('create table if not exists migrations (at timestamptz not null default clock_timestamp())');
  await client.query('insert into migrations default values');
  await client.query('grant select on migrations to ' + process.env.DATABASE_ROLE);
  await client.end();
} else {
  if (process.env.TOY_EXIT) process.exit(Number(process.env.TOY_EXIT));
  const server = createServer((request, response) => response.writeHead(request.url === '/health/ready' ? 200 : 404).end());
  server.listen(Number(process.env.HEALTH_PORT), '127.0.0.1');
  for (const event of ['SIGTERM', 'disconnect']) process.on(event, () => process.exit(0));
}
`;

export const toyRoot = () => {
  const root = temporaryFolder();
  for (const service of services) {
    mkdirSync(join(root, 'services', service, 'dist'), { recursive: true });
    writeFileSync(join(root, 'services', service, 'package.json'), '{"type":"module"}');
    writeFileSync(join(root, 'services', service, 'dist/main.js'), toyService);
  }
  return root;
};

export const toyVariables = { TOY_PG: import.meta.resolve('pg') };

export type Running = { url: string; pids: Record<string, number>; ports: Record<string, number> };

export const readRunning = (home: string): Running | undefined =>
  existsSync(join(home, 'running.json'))
    ? (JSON.parse(readFileSync(join(home, 'running.json'), 'utf8')) as Running)
    : undefined;

export type StartedProcess = { process: ChildProcess; output: () => string; exitCode: Promise<number | null> };

export const startInOwnProcess = (root: string, home: string): StartedProcess => {
  const program = join(temporaryFolder(), 'start.mjs');
  const module = (path: string) => JSON.stringify(fileURLToPath(new URL(path, import.meta.url)));
  writeFileSync(
    program,
    `import { bringUp } from ${module('../bring-up.ts')};
     const options = ${JSON.stringify({ home, root, nodeEnvironment: 'test', durable: true, overrides: toyVariables })};
     let stop;
     for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, async () => { await stop(); process.exit(0); });
     try {
       const system = await bringUp({ ...options, log: console.log, onStoppable: (stopper) => { stop = stopper; } });
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
