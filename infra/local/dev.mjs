import { existsSync, readdirSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';
import { compile, viteProgram } from './build.mjs';
import { answersOk } from './node-service.mjs';
import { repository } from './paths.mjs';
import { say } from './progress.mjs';
import { freePort, loopback } from './servers/free-port.mjs';
import { serverEnvironment } from './servers/server-environment.mjs';
import { untilAnswered } from './servers/tcp-answer.mjs';
import { services, tiers } from './service-list.mjs';

/** The web app by Vite's development server, which passes /api and /ws on to the gateway. */
export const viteServer = (gatewayUrl) => {
  let port;
  return {
    role: 'web',
    tier: tiers.web,
    stopSignal: /** @type {const} */ ('SIGTERM'),
    ports: () => ({ web: port }),
    launch: async () => {
      port = await freePort(port ?? 5173);
      const args = [viteProgram(), '--host', loopback, '--port', String(port), '--strictPort', '--clearScreen', 'false'];
      return {
        command: process.execPath,
        args,
        cwd: join(repository, 'web'),
        env: serverEnvironment({ GATEWAY_URL: gatewayUrl, NODE_ENV: 'development' }),
      };
    },
    ready: (signal) => untilAnswered(() => answersOk(port, '/'), { signal, what: 'Vite' }),
  };
};

const newest = (folder) => {
  if (!existsSync(folder)) return 0;
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
  return Math.max(0, ...files.map((name) => statSync(join(folder, name)).mtimeMs));
};

const compiledAt = () => {
  const libraries = Math.max(...readdirSync(join(repository, 'libs')).map((name) => newest(join(repository, 'libs', name, 'dist'))));
  return Object.fromEntries(
    services.map((service) => [service, Math.max(libraries, newest(join(repository, 'services', service, 'dist')))]),
  );
};

const settleMs = 150;

/**
 * Compiles when a source file of a library or service changes, and restarts the services whose program became another one. The compiler's
 * own watch mode notices changes only after seconds.
 * @param {Awaited<ReturnType<typeof import('./bring-up.mjs').bringUp>>} system
 * @returns {() => void} ends the watching
 */
export const restartOnChange = (system) => {
  let timer;
  let working = false;
  let again = false;
  const work = async () => {
    if (working) {
      again = true;
      return;
    }
    working = true;
    const before = compiledAt();
    say('A source has changed: compiling …');
    if (await compile()) {
      const after = compiledAt();
      const changed = services.filter((service) => after[service] !== before[service] && service in system.ports);
      const outcomes = await Promise.allSettled(changed.map((service) => system.supervisor.restart(service)));
      for (const outcome of outcomes) if (outcome.status === 'rejected') say(outcome.reason.message);
      say(changed.length > 0 ? `Restarted: ${changed.join(', ')}.` : 'Nothing to restart.');
    }
    working = false;
    if (again) {
      again = false;
      await work();
    }
  };
  const watchers = ['libs', 'services'].map((folder) =>
    watch(join(repository, folder), { recursive: true }, (_event, name) => {
      if (!name || !/[/\\]src[/\\].*\.ts$/.test(String(name)) || /spec\.ts$/.test(String(name))) return;
      clearTimeout(timer);
      timer = setTimeout(work, settleMs);
    }),
  );
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
};
