import type pg from 'pg';
import type { Variables } from './servers/index.ts';
import { type DatabaseService, databaseServices } from './service-list.ts';

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** One service's database. */
export interface ServiceDatabase {
  /** The URL of the role that may only read and write rows. */
  readonly url: string;
  readonly ownerUrl: string;
  readonly role: string;
}

interface Account {
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

const withUser = (adminUrl: string, { user, password, database }: Account): string => {
  const url = new URL(adminUrl);
  url.username = user;
  url.password = password;
  url.pathname = `/${database}`;
  return url.href;
};

type Passwords = Readonly<Record<string, string>>;

const passwordOf = (passwords: Passwords, role: string): string => {
  const password = passwords[role];
  if (password === undefined) throw new Error(`There is no password for the role ${role}.`);
  return password;
};

const ensureDatabase = async (
  client: pg.Client,
  adminUrl: string,
  service: DatabaseService,
  passwords: Passwords,
): Promise<ServiceDatabase> => {
  const database = `hearsay_${service}`;
  const role = database;
  const owner = `${database}_owner`;
  const known = await client.query<{ name: string }>('select rolname as name from pg_roles where rolname = any($1)', [
    [role, owner],
  ]);
  for (const name of [owner, role]) {
    const verb = known.rows.some((row) => row.name === name) ? 'alter' : 'create';
    await client.query(`${verb} role ${quoted(name)} login password ${literal(passwordOf(passwords, name))}`);
  }
  const existing = await client.query('select 1 from pg_database where datname = $1', [database]);
  if (existing.rowCount === 0) {
    // An administrator who is no superuser may only give a database to a role that he is a member of.
    await client.query(`grant ${quoted(owner)} to current_user`);
    await client.query(`create database ${quoted(database)} owner ${quoted(owner)}`);
  }
  await client.query(`revoke all on database ${quoted(database)} from public`);
  await client.query(`grant connect on database ${quoted(database)} to ${quoted(role)}`);
  return {
    url: withUser(adminUrl, { user: role, password: passwordOf(passwords, role), database }),
    ownerUrl: withUser(adminUrl, { user: owner, password: passwordOf(passwords, owner), database }),
    role,
  };
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
): Promise<Record<DatabaseService, ServiceDatabase>> => {
  const { default: postgres } = await import('pg');
  const client = new postgres.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const databases: Partial<Record<DatabaseService, ServiceDatabase>> = {};
    for (const service of databaseServices) {
      databases[service] =
        givenDatabase(service, environment) ?? (await ensureDatabase(client, adminUrl, service, passwords));
    }
    return databases as Record<DatabaseService, ServiceDatabase>;
  } finally {
    await client.end();
  }
};
