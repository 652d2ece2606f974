import { readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import type { System } from './bring-up.ts';
import { compile, hashSources, viteProgram } from './build.ts';
import { checkAnswersOk } from './node-service.ts';
import { repository } from './paths.mjs';
import { say } from './progress.mjs';
import { listeningServerSpec } from './servers/listening-server.ts';
import { loopback } from './servers/ports.ts';
import { serverEnvironment } from './servers/processes.ts';
import { mapServices, type ServiceName, services, tiers } from './service-list.ts';

const usualVitePort = 5173;

const viteServer = (gatewayUrl: string) =>
  listeningServerSpec({
    role: 'web',
    tier: tiers.web,
    stopSignal: 'SIGTERM',
    preferredPort: usualVitePort,
    urlOf: (port) => `http://${loopback}:${port}`,
    launch: (port) => ({
      command: process.execPath,
      args: [viteProgram(), '--host', loopback, '--port', `${port}`, '--strictPort', '--clearScreen', 'false'],
      cwd: join(repository, 'web'),
      env: serverEnvironment({ GATEWAY_URL: gatewayUrl, NODE_ENV: 'development' }),
    }),
    answers: (port) => checkAnswersOk(port, '/'),
  });

const programStamp = (service: ServiceName): string => {
  const libraries = readdirSync(join(repository, 'libs')).map((name) => join('libs', name, 'dist'));
  return hashSources(repository, [join('services', service, 'dist'), ...libraries]);
};

/** A compilation starts this long after the last change, because editors save in several steps. */
const settleMs = 150;

/** Watches the sources without the compiler's watch mode, which notices changes only after seconds. */
const restartOnChange = (system: System): void => {
  let timer: NodeJS.Timeout | undefined;
  let working = Promise.resolve();
  const work = async () => {
    const before = mapServices(services, programStamp);
    say('A source has changed: compiling …');
    if (!(await compile())) return;
    const changed = services.filter((service) => programStamp(service) !== before[service] && service in system.ports);
    const outcomes = await Promise.allSettled(changed.map((service) => system.supervisor.restart(service)));
    for (const outcome of outcomes) if (outcome.status === 'rejected') say(outcome.reason.message);
    say(changed.length > 0 ? `Restarted: ${changed.join(', ')}.` : 'Nothing to restart.');
  };
  const workNext = () => {
    working = working.then(work);
  };
  for (const folder of ['libs', 'services'])
    watch(join(repository, folder), { recursive: true }, (_event, name) => {
      if (!name || !/[/\\]src[/\\].*\.ts$/.test(name) || /spec\.ts$/.test(name)) return;
      clearTimeout(timer);
      timer = setTimeout(workNext, settleMs);
    });
};

/** @returns the URL for browsers */
export const startDevelopment = async (system: System): Promise<string> => {
  const vite = viteServer(system.url);
  await system.supervisor.start(vite);
  restartOnChange(system);
  return vite.url();
};
