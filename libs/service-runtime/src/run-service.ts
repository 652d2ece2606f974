import type { z } from 'zod';
import { readConfig, wrongConfigurationExit } from './config.js';
import { runMigrations } from './migrations.js';
import { migrationsOf, type ServiceConfig, type ServiceDefinition, startService } from './service.js';

/** How long a service may take to stop before its process ends all the same. */
const forcedExitAfterMs = 10_000;

/**
 * A service's whole `main`: `migrate` as first argument migrates (OWNER_DATABASE_URL, DATABASE_ROLE) and ends; otherwise reads
 * the configuration, starts, and stops gracefully on SIGTERM and SIGINT.
 */
export const runService = async <S extends z.ZodType<ServiceConfig>>(
  definition: ServiceDefinition<z.output<S>>,
  schema: S,
): Promise<void> => {
  if (process.argv[2] === 'migrate') {
    await migrate(definition);
    return;
  }
  const service = await startService(definition, readConfig(schema));
  stopOnSignal(() => service.stop());
};

const migrate = async (definition: Pick<ServiceDefinition<ServiceConfig>, 'name' | 'migrations'>): Promise<void> => {
  const { OWNER_DATABASE_URL, DATABASE_ROLE } = process.env;
  if (!OWNER_DATABASE_URL || !DATABASE_ROLE) {
    process.stderr.write('The configuration is wrong:\n  OWNER_DATABASE_URL and DATABASE_ROLE are needed to migrate\n');
    process.exit(wrongConfigurationExit);
  }
  const ran = await runMigrations({ ownerUrl: OWNER_DATABASE_URL, role: DATABASE_ROLE, migrations: migrationsOf(definition) });
  process.stdout.write(`${definition.name}: ${ran.length === 0 ? 'schema is up to date' : `ran ${ran.join(', ')}`}\n`);
};

/** Runs `stop` once on the first SIGTERM or SIGINT and ends; whatever hangs is cut off after 10 s. */
export const stopOnSignal = (stop: () => Promise<void>): void => {
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
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
};
