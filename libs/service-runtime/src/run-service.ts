import { format } from 'node:util';
import type { z } from 'zod';
import { readConfig, wrongConfigurationExit } from './config.js';
import { createLogger, type Logger } from './logger.js';
import { MigrationMismatchError, runMigrations } from './migrations.js';
import { ServerRefusal } from './server-refusals.js';
import { type ServiceConfig, type ServiceDefinition, serviceMigrations, startService } from './service.js';

export const forcedExitAfterMs = 10_000;

/**
 * The `main` function of a service. With the argument `migrate` it runs the migrations (OWNER_DATABASE_URL,
 * DATABASE_ROLE) and exits. `migrate expand` skips contract migrations, so that the previous release still works.
 * Without an argument the service starts, and stops gracefully on SIGTERM, SIGINT or a closed channel to its parent.
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
      migrations: serviceMigrations(definition),
      phase: process.argv[3] === 'expand' ? 'expand' : 'all',
    });
    process.stdout.write(
      `${definition.name}: ${ran.length === 0 ? 'schema is up to date' : `ran ${ran.join(', ')}`}\n`,
    );
  } catch (error) {
    if (!(error instanceof ServerRefusal || error instanceof MigrationMismatchError)) throw error;
    process.stderr.write(`${definition.name}: ${error.message}\n`);
    process.exitCode = 1;
  }
};

/** Starts, and stops on a signal. If a server refuses at the start, one line is logged and the exit code is 1. */
export const runUntilSignal = async (log: Logger, start: () => Promise<{ stop(): Promise<void> }>): Promise<void> => {
  logWarningsOfPackages(log);
  // Nothing is open yet, so the process can exit at once.
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

/** Exits after 10 s at the latest. A killed parent sends no signal, but the channel to it closes. */
const stopOnSignal = (stop: () => Promise<void>): void => {
  let isStopping = false;
  const end = () => {
    if (isStopping) return;
    isStopping = true;
    const forced = setTimeout(() => process.exit(1), forcedExitAfterMs).unref();
    const exit = (code: number) => {
      clearTimeout(forced);
      process.exit(code);
    };
    void stop().then(
      () => exit(0),
      () => exit(1),
    );
  };
  for (const event of ['SIGTERM', 'SIGINT', 'disconnect']) process.on(event, end);
};
