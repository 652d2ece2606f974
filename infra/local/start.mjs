import { fileURLToPath } from 'node:url';
import { onNode24 } from './node-24.mjs';
import { whenNpmIsGone } from './npm-parent.mjs';
import { say } from './progress.mjs';
import { dropPostgresVariables } from './servers/server-environment.mjs';

const usage = `npm start                 brings everything up and prints the address
npm start -- --reset      begins anew: asks, then deletes the local data (--yes answers the question)
npm run dev               the same with hot reload of the web app and restart of changed services`;

const flags = new Set(process.argv.slice(2));
const preferredGatewayPort = 4300;

const printAddress = (url, logins) => {
  console.log(`\n  Hearsay runs at ${url}\n`);
  for (const { role, username, password } of logins) console.log(`  ${role.padEnd(11)} ${username}  ${password}`);
  console.log('\n  Ctrl-C stops everything; the data is kept.\n');
};

const main = async () => {
  // Read after the packages are there: what follows needs them.
  const { bringUp } = await import('./bring-up.mjs');
  const { buildServices, buildWeb, webDist } = await import('./build.mjs');
  const { localHome, repository } = await import('./paths.mjs');
  const { passedOn } = await import('./service-list.mjs');
  const dev = flags.has('--dev');
  dropPostgresVariables();

  let stop = async () => {};
  let stopping = false;
  const end = async (code) => {
    if (stopping) return;
    stopping = true;
    say('Stopping …');
    await stop();
    say('Stopped.');
    process.exit(code);
  };
  // A second Ctrl-C changes nothing: children stop in order within seconds, and are killed after 15.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(0));
  whenNpmIsGone(() => end(0));
  process.on('unhandledRejection', (error) => {
    console.error(error);
    end(1);
  });

  if (flags.has('--reset')) {
    const { reset } = await import('./reset.mjs');
    if (!(await reset(localHome, { yes: flags.has('--yes') }))) {
      say('Nothing was deleted.');
      return;
    }
    say('The old data is deleted.');
  }
  await buildServices();
  if (!dev) await buildWeb();
  if (stopping) return;
  try {
    const system = await bringUp({
      home: localHome,
      root: repository,
      nodeEnvironment: 'development',
      durable: true,
      webRoot: dev ? '' : webDist,
      gatewayPort: preferredGatewayPort,
      overrides: Object.fromEntries(passedOn.map((name) => [name, process.env[name]])),
      environment: process.env,
      log: say,
      onStoppable: (stopEverything) => {
        stop = stopEverything;
      },
    });
    const { seedOnce } = await import('./seed.mjs');
    await seedOnce(system, repository);
    let url = system.url;
    if (dev) {
      const { restartOnChange, viteServer } = await import('./dev.mjs');
      await system.supervisor.start(viteServer(system.url));
      url = `http://127.0.0.1:${system.ports.web}`;
      const endWatching = restartOnChange(system);
      const stopSystem = stop;
      stop = () => {
        endWatching();
        return stopSystem();
      };
    }
    system.announce(url);
    if (system.ports.gateway !== preferredGatewayPort)
      say(`Port ${preferredGatewayPort} is taken, so the gateway has ${system.ports.gateway}.`);
    printAddress(url, system.logins);
  } catch (error) {
    if (stopping) return;
    console.error(`\n${error.message}`);
    stopping = true;
    await stop();
    process.exitCode = error.exitCode === 78 ? 78 : 1;
  }
};

try {
  if (flags.has('--help')) {
    console.log(usage);
  } else {
    await onNode24(fileURLToPath(import.meta.url));
    await main();
  }
} catch (error) {
  console.error(`\n${error.message}`);
  process.exitCode = 1;
}
