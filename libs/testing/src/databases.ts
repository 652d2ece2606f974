import { randomBytes } from 'node:crypto';
import { sessionOf } from '@hearsay/event-store';
import pg from 'pg';

export interface TestDatabase {
  /** For the service's role, which may change rows but no tables. */
  readonly url: string;
  /** For the role that owns the tables, which migrates and rebuilds. */
  readonly ownerUrl: string;
  readonly role: string;
  drop(): Promise<void>;
}

const adminUrlOfTheRun = (): string => {
  const url = process.env.TEST_DATABASE_ADMIN_URL;
  if (!url) throw new Error('TEST_DATABASE_ADMIN_URL is missing: run integration tests with --selectProjects int');
  return url;
};

const urlOf = (adminUrl: string, user: string, password: string, database: string): string => {
  const url = new URL(adminUrl);
  url.username = user;
  url.password = password;
  url.pathname = `/${database}`;
  return url.href;
};

const asAdmin = async <T>(adminUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client(sessionOf(adminUrl));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/** Runs `schemas` as the owner, with `{role}` replaced by the role's name. */
export const createTestDatabase = async (
  options: { schemas?: readonly string[]; adminUrl?: string } = {},
): Promise<TestDatabase> => {
  const adminUrl = options.adminUrl ?? adminUrlOfTheRun();
  const name = `test_${randomBytes(6).toString('hex')}`;
  const owner = `${name}_owner`;
  const password = randomBytes(12).toString('hex');
  await asAdmin(adminUrl, async (client) => {
    for (const role of [name, owner]) await client.query(`create role ${role} login password '${password}'`);
    await client.query(`grant ${owner} to current_user`);
    await client.query(`create database ${name} owner ${owner}`);
  });
  const ownerUrl = urlOf(adminUrl, owner, password, name);
  await asAdmin(ownerUrl, async (client) => {
    for (const schema of options.schemas ?? []) await client.query(schema.replaceAll('{role}', name));
  });
  return {
    url: urlOf(adminUrl, name, password, name),
    ownerUrl,
    role: name,
    drop: () =>
      asAdmin(adminUrl, async (client) => {
        await client.query(`drop database if exists ${name} with (force)`);
        for (const role of [name, owner]) await client.query(`drop role if exists ${role}`);
      }),
  };
};
