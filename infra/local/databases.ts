import { join } from 'node:path';
import type pg from 'pg';
import { sourceStamp } from './build.ts';
import { runCommand } from './run-command.mjs';
import type { Secrets } from './secrets.ts';
import { readJson, type Variables, writeAtomically } from './servers/processes.ts';
import { type DatabaseService, databaseServices, perService } from './service-list.ts';

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** One service's database. */
interface ServiceDatabase {
  /** The URL of the role that may only read and write rows. */
  readonly url: string;
  readonly ownerUrl: string;
  readonly role: string;
}

type ServiceDatabases = Readonly<Record<DatabaseService, ServiceDatabase>>;
type Passwords = Secrets['passwords'];

const ensureDatabase = async (
  client: pg.Client,
  adminUrl: string,
  service: DatabaseService,
  passwords: Passwords,
): Promise<ServiceDatabase> => {
  const database = `hearsay_${service}`;
  const [role, owner] = [database, `${database}_owner`];
  const urlOf = (user: string) =>
    Object.assign(new URL(adminUrl), { username: user, password: passwords[user], pathname: `/${database}` }).href;
  for (const name of [owner, role]) {
    const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [name]);
    const verb = rowCount === 0 ? 'create' : 'alter';
    await client.query(`${verb} role ${quoted(name)} login password ${literal(passwords[name] ?? '')}`);
  }
  const existing = await client.query('select 1 from pg_database where datname = $1', [database]);
  if (existing.rowCount === 0) {
    // An administrator who is no superuser may only give a database to a role that he is a member of.
    await client.query(`grant ${quoted(owner)} to current_user`);
    await client.query(`create database ${quoted(database)} owner ${quoted(owner)}`);
  }
  await client.query(`revoke all on database ${quoted(database)} from public`);
  await client.query(`grant connect on database ${quoted(database)} to ${quoted(role)}`);
  return { url: urlOf(role), ownerUrl: urlOf(owner), role };
};

/** `CONTENT_DATABASE_URL` (and `CONTENT_OWNER_DATABASE_URL`, if migrations need another user) point a service to a database made elsewhere. */
const givenDatabase = (service: DatabaseService, environment: Variables): ServiceDatabase | undefined => {
  const url = environment[`${service.toUpperCase()}_DATABASE_URL`];
  if (!url) return undefined;
  const ownerUrl = environment[`${service.toUpperCase()}_OWNER_DATABASE_URL`] ?? url;
  return { url, ownerUrl, role: decodeURIComponent(new URL(url).username) };
};

/** Makes a database, an owner role and a role for rows per service, or takes those given in the environment. Passwords are by role. */
export const ensureDatabases = async (
  adminUrl: string,
  passwords: Passwords,
  environment: Variables = {},
): Promise<ServiceDatabases> => {
  const { default: postgres } = await import('pg');
  const client = new postgres.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const databases: Partial<Record<DatabaseService, ServiceDatabase>> = {};
    for (const service of databaseServices) {
      databases[service] =
        givenDatabase(service, environment) ?? (await ensureDatabase(client, adminUrl, service, passwords));
    }
    return databases as ServiceDatabases;
  } finally {
    await client.end();
  }
};

interface Migrating {
  /** The folder that holds services/<name>/dist/main.js. */
  readonly root: string;
  /** Remembers what has been migrated by which program; lies beside the data. */
  readonly stampFile: string;
  readonly databases: ServiceDatabases;
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
  const known = (always ? undefined : readJson<Record<string, string>>(stampFile)) ?? {};
  const stamps = perService(databaseServices, (service) =>
    sourceStamp(root, [
      ...['dist', 'migrations'].map((folder) => join('services', service, folder)),
      ...['event-store/dist', 'event-store/migrations', 'service-runtime/dist'].map((folder) => join('libs', folder)),
    ]),
  );
  const migrate = async (service: DatabaseService) => {
    const { ownerUrl, role } = databases[service];
    const env = { ...environmentOf(service), OWNER_DATABASE_URL: ownerUrl, DATABASE_ROLE: role };
    const script = join(root, 'services', service, 'dist/main.js');
    const code = await runCommand(process.execPath, [script, 'migrate'], { env, quiet: true });
    if (code !== 0) throw new Error(`The migrations of ${service} failed (exit code ${code}): see the lines above.`);
  };
  const due = databaseServices.filter((service) => known[service] !== stamps[service]);
  await Promise.all(due.map(migrate));
  if (due.length > 0) writeAtomically(stampFile, `${JSON.stringify({ ...known, ...stamps }, null, 2)}\n`);
};
