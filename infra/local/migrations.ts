import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceStamp } from './build.ts';
import type { ServiceDatabase } from './databases.ts';
import { runCommand } from './run-command.mjs';
import { writeAtomically } from './servers/index.ts';
import { type DatabaseService, databaseServices, perService } from './service-list.ts';

const migrate = async (
  service: DatabaseService,
  script: string,
  database: ServiceDatabase,
  environment: Record<string, string>,
): Promise<void> => {
  const env = { ...environment, OWNER_DATABASE_URL: database.ownerUrl, DATABASE_ROLE: database.role };
  const code = await runCommand(process.execPath, [script, 'migrate'], { env, quiet: true });
  if (code !== 0) throw new Error(`The migrations of ${service} failed (exit code ${code}): see the lines above.`);
};

interface Migrating {
  /** The folder that holds services/<name>/dist/main.js. */
  readonly root: string;
  /** Remembers what has been migrated by which program; lies beside the data. */
  readonly stampFile: string;
  readonly databases: Readonly<Record<DatabaseService, ServiceDatabase>>;
  /** True when the databases are not ours alone, so that each is looked at. */
  readonly always: boolean;
  readonly environmentOf: (service: DatabaseService) => Record<string, string>;
}

/**
 * Migrates the services' databases, all at once. A database of ours that this very program has migrated before is skipped: six processes
 * that find nothing to do take longer than all the rest of a warm start.
 */
export const migrateDatabases = async ({
  root,
  stampFile,
  databases,
  always,
  environmentOf,
}: Migrating): Promise<void> => {
  const known =
    !always && existsSync(stampFile) ? (JSON.parse(readFileSync(stampFile, 'utf8')) as Record<string, string>) : {};
  const stamps = perService(databaseServices, (service) =>
    sourceStamp(root, [join('services', service, 'dist'), 'libs/event-store/dist', 'libs/service-runtime/dist']),
  );
  const due = databaseServices.filter((service) => known[service] !== stamps[service]);
  await Promise.all(
    due.map((service) =>
      migrate(service, join(root, 'services', service, 'dist/main.js'), databases[service], environmentOf(service)),
    ),
  );
  if (due.length > 0) writeAtomically(stampFile, `${JSON.stringify({ ...known, ...stamps }, null, 2)}\n`);
};
