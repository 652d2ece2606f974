import { createTestDatabase, type TestDatabase } from '@hearsay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { readHome } from './log-home.js';
import { eventStoreSchema } from './migrations.js';

describe('a new log', () => {
  let database: TestDatabase;
  let owner: pg.Client;
  beforeAll(async () => {
    database = await createTestDatabase({ schemas: [eventStoreSchema] });
    owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
  });
  afterAll(async () => {
    await owner.end();
    await database.drop();
  });

  it('knows where it lies', async () => {
    const { rows } = await owner.query(
      'select system_identifier as system, timeline, database_oid as database, table_oid as table from store_epoch',
    );
    expect(rows).toEqual([await readHome(owner)]);
    expect(rows[0]).toMatchObject({ system: expect.any(String), timeline: 1 });
  });
});
