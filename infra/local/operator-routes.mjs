import { databaseServices } from './service-list.mjs';

/**
 * Which program carries out an operator's command.
 * @typedef {{ service: string, args: string[] } | { script: string, args: string[] }} OperatorRoute a service's operator program, or a script of ours
 */

const owners = { roles: 'identity', xp: 'gamification' };

const ownerOf = (command, name) => {
  const service = name?.split('.')[0];
  if (databaseServices.includes(service)) return service;
  throw new Error(
    `npm run ${command} -- NAME wants a name that begins with its service, such as content.feed. Services: ${databaseServices.join(', ')}.`,
  );
};

/**
 * @param {string[]} args the command and its arguments
 * @returns {OperatorRoute}
 */
export const operatorRoute = ([command, ...rest]) => {
  if (command in owners) return { service: owners[command], args: [command, ...rest] };
  if (command === 'rebuild') return { service: ownerOf(command, rest[0]), args: [command, ...rest] };
  if (command === 'dead-letters')
    return {
      service: ownerOf(
        command,
        rest.find((word) => databaseServices.includes(word.split('.')[0])),
      ),
      args: [command, ...rest],
    };
  if (command === 'bench') return { script: 'infra/bench/run.ts', args: rest };
  throw new Error(`There is no operator command ${command}: roles, xp, rebuild, dead-letters, bench.`);
};
