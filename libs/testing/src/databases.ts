import { randomBytes } from 'node:crypto';
import { sessionOf } from '@hearsay/event-store';
import pg from 'pg';

export interface TestDatabase {
  /** Connects as the service's role, which may change rows, but no tables. */
  readonly url: string;
  /** Connects as the owner of the tables, which migrates and rebuilds. */
  readonly ownerUrl: string;
  readonly role: string;
  drop(): Promise<void>;
}

const adminUrlOfTheRun = (): string => {
  const url = process.env.TEST_DATABASE_ADMIN_URL;
  if (!url) throw new Error('TEST_DATABASE_ADMIN_URL is missing: run integration tests with --selectProjects int');
  return url;
};

/** Runs `work` on a new connection. */
export const onDatabase = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client(sessionOf(url));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/** Creates a database and runs `schemas` as its owner, with `{role}` replaced by the role's name. */
export const createTestDatabase = async (
  options: { schemas?: readonly string[]; adminUrl?: string } = {},
): Promise<TestDatabase> => {
  const adminUrl = options.adminUrl ?? adminUrlOfTheRun();
  const name = `test_${randomBytes(6).toString('hex')}`;
  const owner = `${name}_owner`;
  const password = randomBytes(12).toString('hex');
  await onDatabase(adminUrl, async (client) => {
    for (const role of [name, owner]) await client.query(`create role ${role} login password '${password}'`);
    await client.query(`grant ${owner} to current_user`);
    await client.query(`create database ${name} owner ${owner}`);
  });
  const urlOf = (username: string) =>
    Object.assign(new URL(adminUrl), { username, password, pathname: `/${name}` }).href;
  const ownerUrl = urlOf(owner);
  await onDatabase(ownerUrl, async (client) => {
    for (const schema of options.schemas ?? []) await client.query(schema.replaceAll('{role}', name));
  });
  return {
    url: urlOf(name),
    ownerUrl,
    role: name,
    drop: () =>
      onDatabase(adminUrl, async (client) => {
        await client.query(`drop database if exists ${name} with (force)`);
        for (const role of [name, owner]) await client.query(`drop role if exists ${role}`);
      }),
  };
};
