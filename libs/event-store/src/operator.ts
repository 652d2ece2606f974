import type { MaintenanceAct } from '@hearsay/contracts';
import type { NatsConnection } from '@nats-io/nats-core';
import type pg from 'pg';
import type { Consumer, Projector } from './consumers/consumer-definitions.js';
import { discardDeadLetters, readDeadLetters, replayDeadLetters } from './consumers/dead-letters.js';
import type { GroupPipeline } from './consumers/effects.js';
import type { ReadModel } from './pipeline/commands.js';
import { rebuildProjector } from './rebuild/rebuild-projector.js';
import { rebuildReadModel } from './rebuild/rebuild-read-model.js';
import { recoverConsumers, recoverLog } from './recovery/recover.js';

export const wrongUsageExit = 64;

export interface OperatorOptions {
  readonly service: string;
  readonly pool: pg.Pool;
  readonly pipeline: GroupPipeline;
  readonly connection: NatsConnection;
  readonly subjectPrefix: string;
  readonly readModels: readonly ReadModel[];
  readonly consumers: readonly Consumer[];
  readonly ownerUrl: string;
  readonly role: string;
  readonly print: (line: string) => void;
  /** Writes the act and its target to the audit. If this fails, the operator command does nothing. */
  readonly note: (act: MaintenanceAct, target: string) => Promise<void>;
}

/**
 * Runs one operator command of one service: `rebuild NAME`, `dead-letters list`, `dead-letters replay ID…|all`,
 * `dead-letters discard ID…|all`, `recover` or `recover-consumers SOURCE`. Returns the exit code: 0 for success, 1 for
 * a partial failure, 64 for wrong usage.
 */
export const runOperator = async (argv: readonly string[], options: OperatorOptions): Promise<number> => {
  const { service, print, note } = options;
  const [command, ...rest] = argv;
  const rebuildOne = async (projector: Projector) => {
    await note('rebuild-started', `${service}.${projector.name}`);
    await rebuildProjector({ ...options, progress: print, projector });
  };
  if (command === 'rebuild') return rebuild(rest[0], options, rebuildOne);
  if (command === 'dead-letters') return deadLetters(rest, options);
  if (command === 'recover' && rest.length === 0) {
    await recoverLog(options);
    // This entry is written last, because moderation stores the audit and may itself be the service to recover.
    await note('log-recovered', service);
    return 0;
  }
  if (command === 'recover-consumers' && rest.length === 1) {
    await recoverConsumers({ ...options, source: rest[0]!, rebuild: rebuildOne });
    return 0;
  }
  const letters = 'dead-letters list, dead-letters replay ID…|all, dead-letters discard ID…|all';
  print(`Commands: rebuild NAME, ${letters}, recover, recover-consumers SOURCE`);
  return wrongUsageExit;
};

const rebuild = async (
  name: string | undefined,
  options: OperatorOptions,
  rebuildOne: (projector: Projector) => Promise<void>,
): Promise<number> => {
  const { service, readModels, consumers, print, note } = options;
  const model = readModels.find((candidate) => candidate.name === name);
  // Leaves out reactors, because a rebuild would repeat their commands.
  const projectors = consumers.filter((consumer) => consumer.kind === 'projector');
  const projector = projectors.find((candidate) => `${service}.${candidate.name}` === name);
  if (model) {
    await note('rebuild-started', model.name);
    await rebuildReadModel({ ...options, progress: print, model });
  } else if (projector) await rebuildOne(projector);
  if (model || projector) return 0;
  const names = [...readModels.map((each) => each.name), ...projectors.map((each) => `${service}.${each.name}`)];
  print(`${name === undefined ? 'Name what to rebuild' : `${service} has nothing named ${name}`}: ${names.join(', ')}`);
  return wrongUsageExit;
};

const deadLetters = async ([action, ...ids]: readonly string[], options: OperatorOptions): Promise<number> => {
  const { service, pool, print, note } = options;
  const isAll = ids.length === 1 && ids[0] === 'all';
  const isChange = (action === 'replay' || action === 'discard') && ids.length > 0 && (isAll || !ids.includes('all'));
  if (!isChange && (action !== 'list' || ids.length > 0)) {
    print('dead-letters list | replay ID…|all | discard ID…|all');
    return wrongUsageExit;
  }
  const waiting = await readDeadLetters(pool);
  if (action === 'list') {
    for (const { id, consumer, event, error, attempts, createdAt } of waiting) {
      const failed = `${createdAt}  ${attempts} attempts: ${error}`;
      print(`${id}  ${service}.${consumer}  ${event.type} ${event.eventId}  ${failed}`);
    }
    print(`${service}: ${waiting.length} dead letters`);
    return 0;
  }
  const unknown = isAll ? [] : ids.filter((id) => !waiting.some((letter) => letter.id === id));
  for (const id of unknown) print(`${id}: no dead letter that waits has this id`);
  const chosen = waiting.filter(({ id }) => isAll || ids.includes(id));
  for (const { consumer, event } of chosen) {
    const act = action === 'replay' ? 'dead-letter-retried' : 'dead-letter-discarded';
    await note(act, `${service}.${consumer} ${event.type} ${event.eventId}`);
  }
  if (action === 'discard') {
    print(`${service}: ${await discardDeadLetters(pool, chosen)} discarded`);
    return unknown.length === 0 ? 0 : 1;
  }
  const { replayed, failed } = await replayDeadLetters(options, chosen);
  for (const { id, error } of failed) print(`${id} failed again: ${error}`);
  print(`${service}: ${replayed.length} replayed, ${failed.length} failed again`);
  return failed.length === 0 && unknown.length === 0 ? 0 : 1;
};
