import type { MaintenanceAct } from '@hearsay/contracts';
import type { NatsConnection } from '@nats-io/nats-core';
import type pg from 'pg';
import type { Consumer, Projector } from './consumers/consumer-definitions.js';
import { DeadLetters } from './consumers/dead-letters.js';
import type { GroupPipeline } from './consumers/effects.js';
import type { ReadModel } from './pipeline/commands.js';
import { rebuildProjector } from './rebuild/rebuild-projector.js';
import { rebuildReadModel } from './rebuild/rebuild-read-model.js';
import { recoverConsumers } from './recovery/recover-consumers.js';
import { recoverLog } from './recovery/recover-log.js';

/** sysexits EX_USAGE. */
export const wrongUsageExit = 64;

export interface OperatorOptions {
  readonly service: string;
  readonly pool: pg.Pool;
  readonly pipeline: GroupPipeline;
  readonly connection: NatsConnection;
  readonly subjectPrefix: string;
  readonly readModels: readonly ReadModel[];
  readonly consumers: readonly Consumer[];
  /** Of the role that owns the tables, for rebuilds. */
  readonly ownerUrl: string;
  /** The service's own role. */
  readonly role: string;
  readonly print: (line: string) => void;
  /** Writes into the audit what is about to be done, and to what. While it throws, nothing is done. */
  readonly note: (act: MaintenanceAct, target: string) => Promise<void>;
}

/**
 * One operator's command of one service: `rebuild NAME`, `dead-letters list`, `dead-letters replay ID…|all`,
 * `dead-letters discard ID…|all`, `recover`, `recover-consumers SOURCE`. Answers the exit code: 0 done, 1 failed in part, 64 not understood.
 */
export const runOperator = async (argv: readonly string[], options: OperatorOptions): Promise<number> => {
  const [command, ...rest] = argv;
  if (command === 'rebuild') return rebuild(rest, options);
  if (command === 'dead-letters') return deadLetters(rest, options);
  if (command === 'recover' && rest.length === 0) return recover(options);
  if (command === 'recover-consumers' && rest.length === 1) return recoverReaders(rest[0]!, options);
  const letters = 'dead-letters list, dead-letters replay ID…|all, dead-letters discard ID…|all';
  options.print(`Commands: rebuild NAME, ${letters}, recover, recover-consumers SOURCE`);
  return wrongUsageExit;
};

const rebuild = async ([name]: readonly string[], options: OperatorOptions): Promise<number> => {
  const { service, readModels, consumers, ownerUrl, role, connection, subjectPrefix, print: progress, note } = options;
  const model = readModels.find((candidate) => candidate.name === name);
  if (model) {
    await note('rebuild-started', model.name);
    await rebuildReadModel({ ownerUrl, role, progress, model });
    return 0;
  }
  // Reactors are missing here on purpose: what they caused are events of the own log, and happened once.
  const projectors = consumers.filter((consumer): consumer is Projector => consumer.kind === 'projector');
  const projector = projectors.find((candidate) => `${service}.${candidate.name}` === name);
  if (projector) {
    await note('rebuild-started', `${service}.${projector.name}`);
    await rebuildProjector({ ownerUrl, role, progress, service, projector, connection, subjectPrefix });
    return 0;
  }
  const names = [
    ...readModels.map((candidate) => candidate.name),
    ...projectors.map((candidate) => `${service}.${candidate.name}`),
  ];
  progress(
    `${name === undefined ? 'Name what to rebuild' : `${service} has nothing named ${name}`}: ${names.join(', ')}`,
  );
  return wrongUsageExit;
};

/** Moderation itself may be what is recovered, so the audit hears of it at the end. */
const recover = async (options: OperatorOptions): Promise<number> => {
  await recoverLog(options);
  await options.note('log-recovered', options.service);
  return 0;
};

const recoverReaders = async (source: string, options: OperatorOptions): Promise<number> => {
  const { service, ownerUrl, role, connection, subjectPrefix, print: progress, note } = options;
  const rebuildOne = async (projector: Projector) => {
    await note('rebuild-started', `${service}.${projector.name}`);
    await rebuildProjector({ ownerUrl, role, progress, service, projector, connection, subjectPrefix });
  };
  await recoverConsumers({ ...options, source, rebuild: rebuildOne });
  return 0;
};

const deadLetters = async ([action, ...ids]: readonly string[], options: OperatorOptions): Promise<number> => {
  const { service, print } = options;
  const letters = new DeadLetters(options);
  const isAll = ids.length === 1 && ids[0] === 'all';
  const which = isAll ? 'all' : ids;
  if (action === 'list' && ids.length === 0) {
    const waiting = await letters.list();
    for (const { id, consumer, event, error, attempts, createdAt } of waiting) {
      print(
        `${id}  ${service}.${consumer}  ${event.type} ${event.eventId}  ${createdAt}  ${attempts} attempts: ${error}`,
      );
    }
    print(`${service}: ${waiting.length} dead letters`);
    return 0;
  }
  const isUnderstood =
    (action === 'replay' || action === 'discard') && ids.length > 0 && (isAll || !ids.includes('all'));
  if (!isUnderstood) {
    print('dead-letters list | replay ID…|all | discard ID…|all');
    return wrongUsageExit;
  }
  const waiting = await letters.list();
  const unknown = isAll ? [] : ids.filter((id) => !waiting.some((letter) => letter.id === id));
  for (const id of unknown) print(`${id}: no dead letter that waits has this id`);
  for (const { id, consumer, event } of waiting) {
    const target = `${service}.${consumer} ${event.type} ${event.eventId}`;
    if (isAll || ids.includes(id))
      await options.note(action === 'replay' ? 'dead-letter-retried' : 'dead-letter-discarded', target);
  }
  if (action === 'replay') {
    const { replayed, failed } = await letters.replay(which);
    for (const { id, error } of failed) print(`${id} failed again: ${error}`);
    print(`${service}: ${replayed.length} replayed, ${failed.length} failed again`);
    return failed.length === 0 && unknown.length === 0 ? 0 : 1;
  }
  print(`${service}: ${(await letters.discard(which)).length} discarded`);
  return unknown.length === 0 ? 0 : 1;
};
