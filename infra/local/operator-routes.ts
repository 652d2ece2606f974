import { type DatabaseService, databaseServices, isDatabaseService } from './service-list.ts';

/** Which program carries out an operator's command: a service's operator program, or a script of ours. */
export type OperatorRoute =
  | {
      readonly service: DatabaseService;
      readonly args: string[];
      /** Asks running services, instead of working on a database. */
      readonly asks?: true;
      /** Behind it, every service that reads the log of `service` brings its consumers back. */
      readonly readers?: true;
      /** Prints links, for which it has to know where the web app is. */
      readonly links?: true;
    }
  | { readonly script: string; readonly args: string[] };

const serviceOf = (name: string | undefined): DatabaseService | undefined => {
  const service = name?.split('.')[0];
  return isDatabaseService(service) ? service : undefined;
};

const ownerOf = (usage: string, name: string | undefined): DatabaseService => {
  const service = serviceOf(name);
  if (service) return service;
  throw new Error(`npm run ${usage}. Services: ${databaseServices.join(', ')}.`);
};
const rebuildUsage = 'rebuild -- NAME wants a name that begins with its service, such as content.questions';
const recoverUsage = 'recover -- SERVICE wants the one whose log has lost its tail or was moved';
const deadLettersUsage = 'dead-letters -- list SERVICE | replay SERVICE ID…|all | discard SERVICE ID…|all';

/** @param args the command and its arguments */
export const operatorRoute = ([command, ...rest]: readonly string[]): OperatorRoute => {
  switch (command) {
    case 'roles':
      return { service: 'identity', args: [command, ...rest], asks: true };
    case 'accounts':
      return { service: 'identity', args: [command, ...rest], asks: true, links: true };
    case 'xp':
      return { service: 'gamification', args: [command, ...rest], asks: true };
    case 'audit':
      return { service: 'moderation', args: [command, ...rest], asks: true };
    case 'rebuild':
      return { service: ownerOf(rebuildUsage, rest[0]), args: [command, ...rest] };
    case 'dead-letters': {
      const name = rest.find(isDatabaseService);
      return { service: ownerOf(deadLettersUsage, name), args: [command, ...rest.filter((word) => word !== name)] };
    }
    case 'recover':
      return {
        service: ownerOf(recoverUsage, rest.length === 1 ? rest[0] : undefined),
        args: [command],
        readers: true,
      };
    case 'bench':
      return { script: 'infra/bench/run.ts', args: rest };
    default:
      throw new Error(
        `There is no operator command ${command}: roles, accounts, xp, audit, rebuild, dead-letters, recover, bench.`,
      );
  }
};
