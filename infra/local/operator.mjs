import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onNode24 } from './node-24.mjs';
import { operatorRoute } from './operator-routes.mjs';
import { repository } from './paths.mjs';
import { runCommand } from './run-command.mjs';
import { runningSystem } from './running-system.mjs';

const carryOut = async () => {
  const route = operatorRoute(process.argv.slice(2));
  if ('script' in route) {
    return runCommand(process.execPath, ['--disable-warning=ExperimentalWarning', join(repository, route.script), ...route.args], {
      cwd: repository,
    });
  }
  const { environment } = runningSystem();
  const program = join(repository, 'services', route.service, 'dist/operator.js');
  if (!existsSync(program)) throw new Error(`${route.service} has no operator program: ${program}`);
  return runCommand(process.execPath, ['--enable-source-maps', program, ...route.args], { env: environment.services[route.service] });
};

try {
  await onNode24(fileURLToPath(import.meta.url));
  process.exitCode = await carryOut();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
