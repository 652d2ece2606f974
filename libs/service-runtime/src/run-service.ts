import { format } from 'node:util';
import type { z } from 'zod';
import { readConfig, wrongConfigurationExit } from './config.js';
import { createLogger, type Logger } from './logger.js';
import { OtherCheckoutError, runMigrations } from './migrations.js';
import { ServerRefusal } from './server-refusals.js';
import { migrationsOf, type ServiceConfig, type ServiceDefinition, startService } from './service.js';

/** How long a service may take to stop before its process ends all the same. */
const forcedExitAfterMs = 10_000;

/**
 * A service's whole `main`: `migrate` as first argument migrates (OWNER_DATABASE_URL, DATABASE_ROLE) and ends. `migrate expand` runs only
 * what the release before can live with. Otherwise it reads
 * the configuration, starts, and stops gracefully on SIGTERM and SIGINT, or when the channel to its parent closes.
 */
export const runService = async <S extends z.ZodType<ServiceConfig>>(
  definition: ServiceDefinition<z.output<S>>,
  schema: S,
): Promise<void> => {
  if (process.argv[2] === 'migrate') {
    await migrate(definition);
    return;
  }
  const config = readConfig(schema);
  await runUntilSignal(createLogger({ service: definition.name, level: config.LOG_LEVEL }), () =>
    startService(definition, config),
  );
};

const migrate = async (definition: Pick<ServiceDefinition<ServiceConfig>, 'name' | 'migrations'>): Promise<void> => {
  const { OWNER_DATABASE_URL, DATABASE_ROLE } = process.env;
  if (!OWNER_DATABASE_URL || !DATABASE_ROLE) {
    process.stderr.write('The configuration is wrong:\n  OWNER_DATABASE_URL and DATABASE_ROLE are needed to migrate\n');
    process.exit(wrongConfigurationExit);
  }
  try {
    const ran = await runMigrations({
      ownerUrl: OWNER_DATABASE_URL,
      role: DATABASE_ROLE,
      migrations: migrationsOf(definition),
      phase: process.argv[3] === 'expand' ? 'expand' : 'all',
    });
    process.stdout.write(
      `${definition.name}: ${ran.length === 0 ? 'schema is up to date' : `ran ${ran.join(', ')}`}\n`,
    );
  } catch (error) {
    if (!(error instanceof ServerRefusal || error instanceof OtherCheckoutError)) throw error;
    process.stderr.write(`${definition.name}: ${error.message}\n`);
    process.exitCode = 1;
  }
};

/** Starts a process and stops it when it is told to end. A server that refuses at the start is told in one line, with exit code 1. */
export const runUntilSignal = async (log: Logger, start: () => Promise<{ stop(): Promise<void> }>): Promise<void> => {
  logWarningsOfPackages(log);
  // As SIGTERM does while nothing has been started yet.
  const endAtOnce = () => process.exit(1);
  process.on('disconnect', endAtOnce);
  try {
    const running = await start();
    process.off('disconnect', endAtOnce);
    stopOnSignal(() => running.stop());
  } catch (error) {
    if (!(error instanceof ServerRefusal)) throw error;
    const { server, code, variable, message } = error;
    log.error({ server, code, variable }, message);
    process.exit(1);
  }
};

/** Node's warnings and what packages print become lines of our log, each once. */
const logWarningsOfPackages = (log: Logger): void => {
  const told = new Set<string>();
  const tell = (text: string) => {
    const line = text.replace(/\s+/g, ' ').trim();
    if (told.has(line)) return;
    told.add(line);
    log.warn({ isFromPackage: true }, line);
  };
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => tell(`${name}: ${message}`));
  for (const method of ['log', 'info', 'warn', 'error'] as const)
    console[method] = (...parts: unknown[]) => tell(format(...parts));
};

/**
 * Runs `stop` once on the first SIGTERM or SIGINT and ends; whatever hangs is cut off after 10 s. A parent that is killed sends no signal, but its channel
 * to this process closes.
 */
const stopOnSignal = (stop: () => Promise<void>): void => {
  let isStopping = false;
  const end = () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), forcedExitAfterMs).unref();
    void stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  for (const event of ['SIGTERM', 'SIGINT', 'disconnect']) process.on(event, end);
};
