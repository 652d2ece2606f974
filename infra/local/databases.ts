import { join } from 'node:path';
import type pg from 'pg';
import { sourceStamp } from './build.ts';
import { runCommand } from './run-command.ts';
import type { Secrets } from './secrets.ts';
import { readJson, type Variables, writeAtomically } from './servers/processes.ts';
import { type DatabaseService, databaseServices, perService } from './service-list.ts';

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

interface ServiceDatabase {
  /** For the role that may only read and write rows. */
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
    // An administrator who is no superuser must be a member of the role to give it a database.
    await client.query(`grant ${quoted(owner)} to current_user`);
    await client.query(`create database ${quoted(database)} owner ${quoted(owner)}`);
  }
  await client.query(`revoke all on database ${quoted(database)} from public`);
  await client.query(`grant connect on database ${quoted(database)} to ${quoted(role)}`);
  return { url: urlOf(role), ownerUrl: urlOf(owner), role };
};

/**
 * `CONTENT_DATABASE_URL` (and `CONTENT_OWNER_DATABASE_URL` for migrations by another user) name an existing database.
 */
const givenDatabase = (service: DatabaseService, environment: Variables): ServiceDatabase | undefined => {
  const url = environment[`${service.toUpperCase()}_DATABASE_URL`];
  if (!url) return undefined;
  const ownerUrl = environment[`${service.toUpperCase()}_OWNER_DATABASE_URL`] ?? url;
  return { url, ownerUrl, role: decodeURIComponent(new URL(url).username) };
};

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
  readonly root: string;
  readonly stampFile: string;
  readonly databases: ServiceDatabases;
  /** Other programs may change the databases, so each is checked. */
  readonly always: boolean;
  readonly environmentOf: (service: DatabaseService) => Record<string, string>;
}

/** Skips own databases that this program has migrated before: six idle processes take most of a warm start. */
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
