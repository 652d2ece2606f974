import { existsSync, readdirSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';
import type { System } from './bring-up.ts';
import { compile, viteProgram } from './build.ts';
import { answersOk } from './node-service.ts';
import { repository } from './paths.mjs';
import { say } from './progress.mjs';
import type { ChildSpec } from './servers/child-spec.ts';
import { freePort, loopback, untilAnswered } from './servers/ports.ts';
import { serverEnvironment } from './servers/processes.ts';
import { perService, services, tiers } from './service-list.ts';

const usualVitePort = 5173;

/** The web app by Vite's development server, which passes /api and /ws on to the gateway. */
export const viteServer = async (gatewayUrl: string): Promise<ChildSpec> => {
  let port = await freePort(usualVitePort);
  return {
    role: 'web',
    tier: tiers.web,
    stopSignal: 'SIGTERM',
    ports: () => ({ web: port }),
    launch: async () => {
      port = await freePort(port);
      const address = ['--host', loopback, '--port', String(port), '--strictPort'];
      return {
        command: process.execPath,
        args: [viteProgram(), ...address, '--clearScreen', 'false'],
        cwd: join(repository, 'web'),
        env: serverEnvironment({ GATEWAY_URL: gatewayUrl, NODE_ENV: 'development' }),
      };
    },
    ready: (signal) => untilAnswered(() => answersOk(port, '/'), { signal, what: 'Vite' }),
  };
};

/** When the newest compiled file below a folder was written (ms); 0 when there is none. */
const newest = (folder: string): number => {
  if (!existsSync(folder)) return 0;
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
  return Math.max(0, ...files.map((name) => statSync(join(folder, name)).mtimeMs));
};

const compiledAt = () => {
  const libraries = Math.max(
    ...readdirSync(join(repository, 'libs')).map((name) => newest(join(repository, 'libs', name, 'dist'))),
  );
  return perService(services, (service) => Math.max(libraries, newest(join(repository, 'services', service, 'dist'))));
};

/** How long after a changed file nothing may change before the service is compiled: editors save in several steps. */
const settleMs = 150;

/**
 * Compiles when a source file of a library or service changes, and restarts the services whose program became another one. The compiler's
 * own watch mode notices changes only after seconds.
 * @returns ends the watching
 */
export const restartOnChange = (system: System): (() => void) => {
  let timer: NodeJS.Timeout | undefined;
  let isWorking = false;
  let isDueAgain = false;
  const work = async () => {
    if (isWorking) {
      isDueAgain = true;
      return;
    }
    isWorking = true;
    const before = compiledAt();
    say('A source has changed: compiling …');
    if (await compile()) {
      const after = compiledAt();
      const changed = services.filter((service) => after[service] !== before[service] && service in system.ports);
      const outcomes = await Promise.allSettled(changed.map((service) => system.supervisor.restart(service)));
      for (const outcome of outcomes) if (outcome.status === 'rejected') say(outcome.reason.message);
      say(changed.length > 0 ? `Restarted: ${changed.join(', ')}.` : 'Nothing to restart.');
    }
    isWorking = false;
    if (isDueAgain) {
      isDueAgain = false;
      await work();
    }
  };
  const watchers = ['libs', 'services'].map((folder) =>
    watch(join(repository, folder), { recursive: true }, (_event, name) => {
      if (!name || !/[/\\]src[/\\].*\.ts$/.test(name) || /spec\.ts$/.test(name)) return;
      clearTimeout(timer);
      timer = setTimeout(work, settleMs);
    }),
  );
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
};
