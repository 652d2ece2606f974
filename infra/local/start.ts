import { bringUpSystem } from './bring-up.ts';
import { buildServices, buildWeb, webDist } from './build.ts';
import { startDevelopment } from './dev.ts';
import { onEndSignal } from './npm-parent.mjs';
import { main as runOperator } from './operator.ts';
import { localHome, repository } from './paths.mjs';
import { say } from './progress.mjs';
import { reset } from './reset.ts';
import type { Login } from './running-system.ts';
import { preventSeeding, seedOnce } from './seed.ts';
import { findNats, findRedis } from './servers/binaries.ts';
import { dropPostgresVariables } from './servers/processes.ts';
import { ChildFailedError } from './servers/supervisor.ts';
import { passedOnVariables } from './service-environment.ts';

const usage = `npm start                 brings everything up and prints the address
npm start -- --empty      starts without the sample community, and prints the link for the first ambassador
npm start -- --reset      begins anew: asks, then deletes the local data (--yes answers the question)
npm run dev               the same with hot reload of the web app and restart of changed services`;

const preferredGatewayPort = 4300;

const printAddress = (url: string, logins: readonly Login[]): void => {
  console.log(`\n  Hearsay runs at ${url}\n`);
  for (const { role, username, password } of logins) console.log(`  ${role.padEnd(11)} ${username}  ${password}`);
  console.log('\n  Ctrl-C stops everything; the data is kept.\n');
};

export const main = async (args: string[]): Promise<number | undefined> => {
  const flags = new Set(args);
  if (flags.has('--help')) {
    console.log(usage);
    return 0;
  }
  const dev = flags.has('--dev');
  const isEmpty = flags.has('--empty');
  dropPostgresVariables();

  let stop = async () => {};
  let isStopping = false;
  const end = async (code: number) => {
    if (isStopping) return;
    isStopping = true;
    say('Stopping …');
    await stop();
    say('Stopped.');
    process.exit(code);
  };
  // A second Ctrl-C changes nothing. Children stop in order, and each has 15 s before it is killed.
  onEndSignal(() => end(0));
  process.on('unhandledRejection', (error) => {
    console.error(error);
    end(1);
  });

  if (flags.has('--reset')) {
    if (!(await reset(localHome, { yes: flags.has('--yes') }))) {
      say('Nothing was deleted.');
      return 0;
    }
    say('The old data is deleted.');
  }
  const { NATS_URL, REDIS_URL } = process.env;
  const fetching = [NATS_URL ? undefined : findNats(say), REDIS_URL ? undefined : findRedis(say)];
  await Promise.all([buildServices(), dev ? undefined : buildWeb(), ...fetching]);
  if (isStopping) return undefined;
  try {
    const system = await bringUpSystem({
      home: localHome,
      root: repository,
      nodeEnvironment: 'development',
      durable: true,
      webRoot: dev ? '' : webDist,
      gatewayPort: preferredGatewayPort,
      mustBeEmpty: isEmpty,
      overrides: Object.fromEntries(passedOnVariables.map((name) => [name, process.env[name]])),
      environment: process.env,
      log: say,
      onStoppable: (stopEverything) => {
        stop = stopEverything;
      },
    });
    if (isEmpty) preventSeeding(system);
    else await seedOnce(system);
    const url = dev ? await startDevelopment(system) : system.url;
    system.announce(url);
    if (system.ports.gateway !== preferredGatewayPort)
      say(`Port ${preferredGatewayPort} is taken, so the gateway has ${system.ports.gateway}.`);
    printAddress(url, system.logins);
    if (isEmpty) await runOperator(['roles', 'found', '--first']);
    return undefined;
  } catch (error) {
    if (isStopping) return undefined;
    console.error(`\n${error instanceof Error ? error.message : error}`);
    isStopping = true;
    await stop();
    return error instanceof ChildFailedError && error.exitCode === 78 ? 78 : 1;
  }
};
