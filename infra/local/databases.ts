import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import type { Secrets } from './secrets.ts';
import type { Variables } from './servers/processes.ts';
import { type DatabaseService, databaseServices } from './service-list.ts';

interface ServiceDatabase {
  /** URL with the role that may only read and write rows. */
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
    await client.query(`${verb} role ${name} login password ${pg.escapeLiteral(passwords[name] ?? '')}`);
  }
  const existing = await client.query('select 1 from pg_database where datname = $1', [database]);
  if (existing.rowCount === 0) {
    // Only a superuser or a member of a role can create a database that the role owns.
    await client.query(`grant ${owner} to current_user`);
    await client.query(`create database ${database} owner ${owner}`);
  }
  await client.query(`revoke all on database ${database} from public`);
  await client.query(`grant connect on database ${database} to ${role}`);
  return { url: urlOf(role), ownerUrl: urlOf(owner), role };
};

/**
 * The existing database at the URL in a variable such as `CONTENT_DATABASE_URL`. `CONTENT_OWNER_DATABASE_URL` is the
 * URL with the role that owns the tables.
 */
const givenDatabase = (service: DatabaseService, environment: Variables): ServiceDatabase | undefined => {
  const url = environment[`${service.toUpperCase()}_DATABASE_URL`];
  if (!url) return undefined;
  const ownerUrl = environment[`${service.toUpperCase()}_OWNER_DATABASE_URL`] ?? url;
  return { url, ownerUrl, role: decodeURIComponent(new URL(url).username) };
};

/** Creates missing databases, except for a service whose database the environment names. */
export const ensureDatabases = async (
  adminUrl: string,
  passwords: Passwords,
  environment: Variables = {},
): Promise<ServiceDatabases> => {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const databases: Partial<Record<DatabaseService, ServiceDatabase>> = {};
    for (const service of databaseServices)
      databases[service] =
        givenDatabase(service, environment) ?? (await ensureDatabase(client, adminUrl, service, passwords));
    return databases as ServiceDatabases;
  } finally {
    await client.end();
  }
};

/** Runs the migrations in this process, because six child processes would take most of the start's time. */
export const migrateDatabases = async (root: string, databases: ServiceDatabases): Promise<void> => {
  // The import is here, because the start has to build these libraries first.
  const { readMigrations } = await import('@hearsay/event-store');
  const { runMigrations } = await import('@hearsay/service-runtime');
  const below = (...folders: string[]) => readMigrations(pathToFileURL(join(root, ...folders, 'migrations/')));
  const ofEveryLog = below('libs/event-store');
  const migrate = async (service: DatabaseService) => {
    const { ownerUrl, role } = databases[service];
    const migrations = [...ofEveryLog, ...below('services', service)];
    await runMigrations({ ownerUrl, role, migrations }).catch((error: Error) => {
      throw new Error(`The migrations of ${service} failed: ${error.message}`);
    });
  };
  await Promise.all(databaseServices.map(migrate));
};

/** @param identityUrl the database of identity, after its migrations */
export const hasAccounts = async (identityUrl: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: identityUrl });
  await client.connect();
  try {
    return (await client.query('select 1 from accounts limit 1')).rowCount === 1;
  } finally {
    await client.end();
  }
};
