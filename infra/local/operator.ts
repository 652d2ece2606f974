import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from './build.ts';
import { onNpmExit } from './npm-parent.mjs';
import { repository } from './paths.mjs';
import { runCommand } from './run-command.ts';
import { readRunningSystem } from './running-system.ts';
import { type DatabaseService, databaseServices, isDatabaseService } from './service-list.ts';

/** Commands that call running services, with the service whose operator program runs them. */
const serviceCommands: Readonly<Record<string, DatabaseService>> = {
  roles: 'identity',
  accounts: 'identity',
  xp: 'gamification',
  audit: 'moderation',
};

/** Usage of the commands on the database of one service. An argument names the service. */
const usages: Readonly<Record<string, string>> = {
  rebuild: 'rebuild -- NAME wants a name that begins with its service, such as content.questions',
  'dead-letters': 'dead-letters -- list SERVICE | replay SERVICE ID…|all | discard SERVICE ID…|all',
  recover: 'recover -- SERVICE wants the one whose log has lost its tail or was moved',
};

/** @param words the command and its arguments. @throws {Error} with the usage if they are wrong */
export const parseOperatorCommand = (
  words: readonly string[],
): { service: DatabaseService; args: readonly string[] } => {
  const [command = '', ...rest] = words;
  const asked = serviceCommands[command];
  if (asked) return { service: asked, args: words };
  const usage = usages[command];
  if (!usage) {
    const known = [...Object.keys(serviceCommands), ...Object.keys(usages), ...Object.keys(builtPrograms)];
    throw new Error(`There is no operator command ${command}: ${known.join(', ')}.`);
  }
  const named = command === 'dead-letters' ? rest.find(isDatabaseService) : rest[0]?.split('.')[0];
  if (!isDatabaseService(named) || (command === 'recover' && rest.length !== 1))
    throw new Error(`npm run ${usage}. Services: ${databaseServices.join(', ')}.`);
  return { service: named, args: command === 'rebuild' ? words : words.filter((word) => word !== named) };
};

/** Programs that import the built libraries. The libraries are compiled before the program runs. */
const builtPrograms: Readonly<Record<string, string>> = {
  bench: 'infra/bench/run.ts',
  cluster: 'infra/cluster/run.ts',
  'upgrade-test': 'infra/upgrade/run.ts',
};

const runBuiltProgram = async (program: string, args: readonly string[]): Promise<number> => {
  onNpmExit(() => process.exit(1));
  if (!(await compile())) throw new Error('The services do not compile: see the lines above.');
  return runCommand(process.execPath, [join(repository, program), ...args], { cwd: repository });
};

export const main = async (words: string[]): Promise<number> => {
  const [command = ''] = words;
  const program = builtPrograms[command];
  if (program) return runBuiltProgram(program, words.slice(1));
  const { service, args } = parseOperatorCommand(words);
  const { environment, running } = readRunningSystem();
  const runProgram = (of: DatabaseService, given: readonly string[], env: Record<string, string>): Promise<number> => {
    const program = join(repository, 'services', of, 'dist/operator.js');
    if (!existsSync(program)) throw new Error(`${of} has no operator program: ${program}`);
    return runCommand(process.execPath, ['--enable-source-maps', program, ...given], { env });
  };
  // A command that calls services uses the NATS user `operator`. A command on a database uses that service's user.
  const { NATS_USER: _, NATS_PASSWORD: __, ...withoutUser } = environment.services[service];
  const isOperator = command in serviceCommands && environment.natsUrl.includes('@');
  const env = isOperator ? { ...withoutUser, NATS_URL: environment.natsUrl } : environment.services[service];
  const printsLink = command === 'accounts' || (command === 'roles' && args[1] === 'found');
  const links = printsLink ? [`--url=${running.url}`] : [];
  let code = await runProgram(service, [...args, ...links], env);
  if (command !== 'recover') return code;
  // After the log was recovered, every service that reads it recovers its own consumers.
  const { eventSourcesOf } = await import('@hearsay/contracts');
  for (const reader of databaseServices.filter((name) => eventSourcesOf[name].includes(service)))
    if (code === 0) code = await runProgram(reader, ['recover-consumers', service], environment.services[reader]);
  return code;
};
