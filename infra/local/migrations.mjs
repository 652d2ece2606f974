import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceStamp } from './build.mjs';
import { runCommand } from './run-command.mjs';
import { writeAtomically } from './supervisor.mjs';

const migrate = async (service, script, database, environment) => {
  const env = { ...environment, OWNER_DATABASE_URL: database.ownerUrl, DATABASE_ROLE: database.role };
  const code = await runCommand(process.execPath, [script, 'migrate'], { env, quiet: true });
  if (code !== 0) throw new Error(`The migrations of ${service} failed (exit code ${code}): see the lines above.`);
};

/**
 * Migrates the services' databases, all at once. A database of ours that this very program has migrated before is skipped: five processes
 * that find nothing to do take longer than all the rest of a warm start.
 * @param {object} options
 * @param {string} options.root the folder that holds services/<name>/dist/main.js
 * @param {string} options.stampFile remembers what has been migrated by which program; lies beside the data
 * @param {string[]} options.services
 * @param {Record<string, import('./databases.mjs').ServiceDatabase>} options.databases by service
 * @param {boolean} options.always the databases are not ours alone, so each is looked at
 * @param {(service: string) => Record<string, string>} options.environmentOf
 * @returns {Promise<string[]>} the services that were migrated
 */
export const migrateDatabases = async ({ root, stampFile, services, databases, always, environmentOf }) => {
  const known = !always && existsSync(stampFile) ? JSON.parse(readFileSync(stampFile, 'utf8')) : {};
  const stamps = Object.fromEntries(
    services.map((service) => [
      service,
      sourceStamp(root, [join('services', service, 'dist'), 'libs/event-store/dist', 'libs/service-runtime/dist']),
    ]),
  );
  const due = services.filter((service) => known[service] !== stamps[service]);
  await Promise.all(
    due.map((service) => migrate(service, join(root, 'services', service, 'dist/main.js'), databases[service], environmentOf(service))),
  );
  if (due.length > 0) writeAtomically(stampFile, `${JSON.stringify({ ...known, ...stamps }, null, 2)}\n`);
  return due;
};
