import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from './build.ts';
import { whenNpmIsGone } from './npm-parent.mjs';
import { operatorRoute } from './operator-routes.ts';
import { repository } from './paths.mjs';
import { runCommand } from './run-command.mjs';
import { runningSystem } from './running-system.ts';
import { type DatabaseService, databaseServices } from './service-list.ts';

/** `npm run roles`, `accounts`, `xp`, `audit`, `rebuild`, `dead-letters`, `recover`: operators' commands for the running system; `bench`, which starts its own. */
export const main = async (args: string[]): Promise<number> => {
  const route = operatorRoute(args);
  if ('script' in route) {
    // The benchmarks import the libraries as they run in production, and start the services from there.
    whenNpmIsGone(() => process.exit(1));
    if (!(await compile())) throw new Error('The services do not compile: see the lines above.');
    return runCommand(process.execPath, [join(repository, route.script), ...route.args], { cwd: repository });
  }
  const { environment, running } = runningSystem();
  const runProgram = (
    service: DatabaseService,
    args: readonly string[],
    env: Record<string, string>,
  ): Promise<number> => {
    const program = join(repository, 'services', service, 'dist/operator.js');
    if (!existsSync(program)) throw new Error(`${service} has no operator program: ${program}`);
    return runCommand(process.execPath, ['--enable-source-maps', program, ...args], { env });
  };
  // Who asks services is an operator there; who works on a service's database is that service, also on NATS.
  const { NATS_USER: _, NATS_PASSWORD: __, ...withoutUser } = environment.services[route.service];
  const env =
    route.asks && environment.natsUrl.includes('@')
      ? { ...withoutUser, NATS_URL: environment.natsUrl }
      : environment.services[route.service];
  const code = await runProgram(route.service, [...route.args, ...(route.links ? [`--url=${running.url}`] : [])], env);
  if (!route.readers || code !== 0) return code;
  const { eventSourcesOf } = await import('@hearsay/contracts');
  const readers = databaseServices.filter((service) => eventSourcesOf[service].includes(route.service));
  for (const reader of readers) {
    const outcome = await runProgram(reader, ['recover-consumers', route.service], environment.services[reader]);
    if (outcome !== 0) return outcome;
  }
  return 0;
};
