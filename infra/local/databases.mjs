import { databaseServices } from './service-list.mjs';

const quoted = (name) => `"${name.replaceAll('"', '""')}"`;
const literal = (text) => `'${text.replaceAll("'", "''")}'`;

const withUser = (adminUrl, { user, password, database }) => {
  const url = new URL(adminUrl);
  url.username = user;
  url.password = password;
  url.pathname = `/${database}`;
  return url.href;
};

/**
 * The URLs of one service's database.
 * @typedef {{ url: string, ownerUrl: string, role: string }} ServiceDatabase `url` is for the role that may only read and write rows
 */

const ensureDatabase = async (client, adminUrl, service, passwords) => {
  const database = `hearsay_${service}`;
  const role = database;
  const owner = `${database}_owner`;
  const known = await client.query('select rolname as name from pg_roles where rolname = any($1)', [[role, owner]]);
  for (const name of [owner, role]) {
    const verb = known.rows.some((row) => row.name === name) ? 'alter' : 'create';
    await client.query(`${verb} role ${quoted(name)} login password ${literal(passwords[name])}`);
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
    url: withUser(adminUrl, { user: role, password: passwords[role], database }),
    ownerUrl: withUser(adminUrl, { user: owner, password: passwords[owner], database }),
    role,
  };
};

/** `CONTENT_DATABASE_URL` (and `CONTENT_OWNER_DATABASE_URL`, if migrations need another user) point a service to a database made elsewhere. */
const givenDatabase = (service, environment) => {
  const url = environment[`${service.toUpperCase()}_DATABASE_URL`];
  if (!url) return undefined;
  const ownerUrl = environment[`${service.toUpperCase()}_OWNER_DATABASE_URL`] ?? url;
  return { url, ownerUrl, role: decodeURIComponent(new URL(url).username) };
};

/**
 * Makes a database, an owner role and a role for rows per service, or takes those given in the environment.
 * @param {string} adminUrl
 * @param {Record<string, string>} passwords by role
 * @param {Record<string, string | undefined>} [environment]
 * @returns {Promise<Record<string, ServiceDatabase>>} by service
 */
export const ensureDatabases = async (adminUrl, passwords, environment = {}) => {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const databases = {};
    for (const service of databaseServices) {
      databases[service] = givenDatabase(service, environment) ?? (await ensureDatabase(client, adminUrl, service, passwords));
    }
    return databases;
  } finally {
    await client.end();
  }
};
