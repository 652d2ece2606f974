import { randomUUID } from 'node:crypto';
import { type CallContext, deadlineIn, type MaintenanceAct, moderationRpc, Refusal } from '@hearsay/contracts';
import { runOperator } from '@hearsay/event-store';
import { connectNats, type NatsAccess, RpcClient } from '@hearsay/messaging';
import { z } from 'zod';
import { natsAccess, natsSettings, ownerSettings, processSettings, readConfig, withoutHealthPort } from './config.js';
import { createPool } from './database.js';
import { DatabaseClock } from './database-clock.js';
import { uuidv7 } from './ids.js';
import { createLogger } from './logger.js';
import { createMetrics } from './metrics.js';
import { connectToNats } from './nats-server.js';
import { orServerRefusal } from './server-refusals.js';
import { ServerWatch } from './server-watch.js';
import { assembleService, callerNameOf, type ServiceConfig, type ServiceDefinition } from './service.js';

const operatorTimeoutMs = 20_000;

/** The context of an operator's call. `now` is the ISO instant of the act. */
export const operatorContext = (
  options: { accountId?: string; now?: string; idempotencyKey?: string } = {},
): CallContext => ({
  correlationId: randomUUID(),
  accountId: options.accountId ?? null,
  deadline: deadlineIn(operatorTimeoutMs),
  ...(options.now && { now: options.now }),
  ...(options.idempotencyKey && { idempotencyKey: options.idempotencyKey }),
});

export const connectOperator = async (options: NatsAccess & { prefix?: string }) => {
  const connection = await orServerRefusal('NATS', connectNats({ ...options, name: 'operator', process: 'operator' }));
  const rpc = new RpcClient(connection, { prefix: options.prefix ?? '', caller: 'operator' });
  return {
    rpc,
    async close() {
      rpc.close();
      await connection.close();
    },
  };
};

/** One command of the program. It returns the exit code. The caller prints a Refusal. */
export type OperatorProgram = (
  args: readonly string[],
  tools: { rpc: RpcClient; print: (line: string) => void },
) => Promise<number>;

const ConnectionSettings = z.object({ ...natsSettings, SUBJECT_PREFIX: processSettings.SUBJECT_PREFIX });
const OwnerSettings = z.object(ownerSettings);

const poolSize = 4;
const print = (line: string) => void process.stdout.write(`${line}\n`);

/**
 * The `operator` program of a service. It runs one of `commands`, or `rebuild`, `dead-letters` or `recover`. The last
 * three use the database and need OWNER_DATABASE_URL and DATABASE_ROLE. The exit code is 0 for success, 1 for a
 * failure, and 64 for wrong usage.
 */
export const runOperatorProgram = async <S extends z.ZodType<ServiceConfig>>(
  definition: ServiceDefinition<z.output<S>>,
  schema: S,
  commands: Readonly<Record<string, OperatorProgram>> = {},
): Promise<void> => {
  const argv = process.argv.slice(2);
  const own = Object.hasOwn(commands, argv[0] ?? '') ? commands[argv[0]!] : undefined;
  try {
    process.exitCode = await (own
      ? throughServices(own, argv.slice(1))
      : onDatabase(definition, readConfig(schema, { ...withoutHealthPort, ...process.env }), argv));
  } catch (error) {
    print(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
};

const throughServices = async (command: OperatorProgram, args: readonly string[]): Promise<number> => {
  const config = readConfig(ConnectionSettings);
  const operator = await connectOperator({ ...natsAccess(config), prefix: config.SUBJECT_PREFIX });
  try {
    return await command(args, { rpc: operator.rpc, print });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    print(error.message);
    for (const [field, problem] of Object.entries(error.details.fields ?? {})) print(`  ${field}: ${problem}`);
    return 1;
  } finally {
    await operator.close();
  }
};

/** Builds the parts of the service without starting it, so that the code of the service replays a dead letter. */
const onDatabase = async <C extends ServiceConfig>(
  definition: ServiceDefinition<C>,
  config: C,
  argv: readonly string[],
): Promise<number> => {
  const { OWNER_DATABASE_URL, DATABASE_ROLE } = readConfig(OwnerSettings);
  const { name } = definition;
  const prefix = config.SUBJECT_PREFIX;
  const log = createLogger({ service: name, level: 'warn' });
  const clock = new DatabaseClock(log);
  const pool = createPool({ url: config.DATABASE_URL, service: `${name}-operator`, max: poolSize, log, clock });
  const connection = await connectToNats({ ...natsAccess(config), name: `${name}-operator`, process: name }, log);
  const rpc = new RpcClient(connection, { prefix, caller: callerNameOf(name) });
  const of = { connection, pool, subjectPrefix: prefix };
  const rest = {
    config,
    commandPool: pool,
    rpc,
    log,
    metrics: createMetrics(name),
    servers: new ServerWatch(log),
    now: clock.now,
  };
  const { parts, pipeline } = assembleService(definition, { ...of, ...rest });
  const { consumers = [], stop } = parts.assemble(pipeline);
  try {
    return await runOperator(argv, {
      ...of,
      service: name,
      pipeline,
      readModels: parts.readModels,
      consumers,
      ownerUrl: OWNER_DATABASE_URL,
      role: DATABASE_ROLE,
      print,
      note: (act, target) => noteMaintenance(rpc, act, target),
    });
  } finally {
    await stop?.();
    await pipeline.stop();
    rpc.close();
    await connection.flush();
    await connection.close();
    await pool.end();
  }
};

/** Writes maintenance to the audit, before the work. @throws Error with a text for the operator */
const noteMaintenance = async (rpc: RpcClient, act: MaintenanceAct, target: string): Promise<void> => {
  try {
    await rpc.call(moderationRpc.noteMaintenance, { entryId: uuidv7(), act, target }, operatorContext());
  } catch (error) {
    throw new Error(`Nothing was done: moderation, which keeps the audit, did not write it down (${String(error)})`, {
      cause: error,
    });
  }
};
