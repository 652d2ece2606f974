import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from './build.ts';
import { whenNpmIsGone } from './npm-parent.mjs';
import { repository } from './paths.mjs';
import { runCommand } from './run-command.ts';
import { runningSystem } from './running-system.ts';
import { type DatabaseService, databaseServices, isDatabaseService } from './service-list.ts';

interface Route {
  readonly service: DatabaseService;
  readonly args: readonly string[];
  /** Calls running services instead of opening a database. */
  readonly asks?: true;
  /** Every reader of the service's log then recovers its consumers. */
  readonly readers?: true;
  readonly links?: true;
}

const asking: Readonly<Record<string, Pick<Route, 'service' | 'links'>>> = {
  roles: { service: 'identity' },
  accounts: { service: 'identity', links: true },
  xp: { service: 'gamification' },
  audit: { service: 'moderation' },
};

const ownerOf = (name: string | undefined, usage: string): DatabaseService => {
  const service = name?.split('.')[0];
  if (isDatabaseService(service)) return service;
  throw new Error(`npm run ${usage}. Services: ${databaseServices.join(', ')}.`);
};
const rebuildUsage = 'rebuild -- NAME wants a name that begins with its service, such as content.questions';
const recoverUsage = 'recover -- SERVICE wants the one whose log has lost its tail or was moved';
const deadLettersUsage = 'dead-letters -- list SERVICE | replay SERVICE ID…|all | discard SERVICE ID…|all';

/** @param args the command and its arguments. @throws {Error} that says what is wanted */
export const operatorRoute = ([command = '', ...rest]: readonly string[]): Route => {
  const known = asking[command];
  if (known) return { ...known, args: [command, ...rest], asks: true };
  if (command === 'rebuild') return { service: ownerOf(rest[0], rebuildUsage), args: [command, ...rest] };
  if (command === 'dead-letters') {
    const name = rest.find(isDatabaseService);
    return { service: ownerOf(name, deadLettersUsage), args: [command, ...rest.filter((word) => word !== name)] };
  }
  if (command === 'recover') {
    const service = ownerOf(rest.length === 1 ? rest[0] : undefined, recoverUsage);
    return { service, args: [command], readers: true };
  }
  const others = 'rebuild, dead-letters, recover, bench';
  throw new Error(`There is no operator command ${command}: ${Object.keys(asking).join(', ')}, ${others}.`);
};

const bench = async (args: readonly string[]): Promise<number> => {
  whenNpmIsGone(() => process.exit(1));
  if (!(await compile())) throw new Error('The services do not compile: see the lines above.');
  return runCommand(process.execPath, [join(repository, 'infra/bench/run.ts'), ...args], { cwd: repository });
};

export const main = async (words: string[]): Promise<number> => {
  if (words[0] === 'bench') return bench(words.slice(1));
  const { service, args, asks, readers, links } = operatorRoute(words);
  const { environment, running } = runningSystem();
  const runProgram = (of: DatabaseService, given: readonly string[], env: Record<string, string>): Promise<number> => {
    const program = join(repository, 'services', of, 'dist/operator.js');
    if (!existsSync(program)) throw new Error(`${of} has no operator program: ${program}`);
    return runCommand(process.execPath, ['--enable-source-maps', program, ...given], { env });
  };
  // A command that calls services uses the operator's NATS user. One on a database uses that service's user.
  const { NATS_USER: _, NATS_PASSWORD: __, ...withoutUser } = environment.services[service];
  const isOperator = asks && environment.natsUrl.includes('@');
  const env = isOperator ? { ...withoutUser, NATS_URL: environment.natsUrl } : environment.services[service];
  let code = await runProgram(service, [...args, ...(links ? [`--url=${running.url}`] : [])], env);
  if (!readers) return code;
  const { eventSourcesOf } = await import('@hearsay/contracts');
  for (const reader of databaseServices.filter((name) => eventSourcesOf[name].includes(service)))
    if (code === 0) code = await runProgram(reader, ['recover-consumers', service], environment.services[reader]);
  return code;
};
