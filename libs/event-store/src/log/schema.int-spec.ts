import { createTestDatabase, type TestDatabase } from '@hearsay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { readCheckpoint } from '../consumers/checkpoints.js';
import { readHome } from './log-home.js';
import { eventStoreMigrations } from './schema.sql.js';

describe('a database of the time when checkpoints were called places', () => {
  const [first, ...later] = eventStoreMigrations;
  let database: TestDatabase;
  let owner: pg.Client;
  beforeAll(async () => {
    database = await createTestDatabase({ schemas: [first!.sql] });
    owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
  });
  afterAll(async () => {
    await owner.end();
    await database.drop();
  });

  it('keeps how far its consumers have come', async () => {
    await owner.query(
      `insert into consumer_places (consumer, shard, epoch, txid, position, sequence_hint) values ('ranks', -1, 1, '740', 12, 5)`,
    );
    for (const { sql } of later) await owner.query(sql.replaceAll('{role}', database.role));
    const service = new pg.Client({ connectionString: database.url });
    await service.connect();
    expect(await readCheckpoint(service, 'ranks')).toEqual({ logPosition: { epoch: 1, txid: '740', position: '12' }, sequence: 5 });
    await service.end();
  });

  it('knows where its log lies', async () => {
    const { rows } = await owner.query(
      'select system_identifier as system, timeline, database_oid as database, table_oid as table from store_epoch',
    );
    expect(rows).toEqual([await readHome(owner)]);
    expect(rows[0]).toMatchObject({ system: expect.any(String), timeline: 1 });
  });
});
