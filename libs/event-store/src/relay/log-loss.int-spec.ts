import { createTestDatabase, type TestDatabase } from '@hearsay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { eventStoreSchema } from '../log/migrations.js';
import { readHome, recordedHome } from './log-loss.js';

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

  it('records its database', async () => {
    const { rows } = await owner.query(`select ${recordedHome} from store_epoch`);
    expect(rows).toEqual([await readHome(owner)]);
    expect(rows[0]).toMatchObject({ server: expect.any(String), timeline: 1 });
  });
});
