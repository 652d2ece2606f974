import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from './build.ts';
import { whenNpmIsGone } from './npm-parent.mjs';
import { operatorRoute } from './operator-routes.ts';
import { repository } from './paths.mjs';
import { runCommand } from './run-command.mjs';
import { runningSystem } from './running-system.ts';

/** `npm run roles`, `accounts`, `xp`, `audit`, `rebuild`, `dead-letters`: operators' commands for the running system; `bench`, which starts its own. */
export const main = async (args: string[]): Promise<number> => {
  const route = operatorRoute(args);
  if ('script' in route) {
    // The benchmarks import the libraries as they run in production, and start the services from there.
    whenNpmIsGone(() => process.exit(1));
    if (!(await compile())) throw new Error('The services do not compile: see the lines above.');
    return runCommand(process.execPath, [join(repository, route.script), ...route.args], { cwd: repository });
  }
  const { environment, running } = runningSystem();
  const program = join(repository, 'services', route.service, 'dist/operator.js');
  if (!existsSync(program)) throw new Error(`${route.service} has no operator program: ${program}`);
  // Who asks services is an operator there; who works on a service's database is that service, also on NATS.
  const { NATS_USER: _, NATS_PASSWORD: __, ...withoutUser } = environment.services[route.service];
  const env =
    route.asks && environment.natsUrl.includes('@')
      ? { ...withoutUser, NATS_URL: environment.natsUrl }
      : environment.services[route.service];
  return runCommand(process.execPath, ['--enable-source-maps', program, ...route.args, ...(route.links ? [`--url=${running.url}`] : [])], {
    env,
  });
};
