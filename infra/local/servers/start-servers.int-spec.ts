import { describe, expect, it } from '@jest/globals';
import pg from 'pg';

describe('servers of a test run', () => {
  it('are found by every suite in its environment', async () => {
    const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_ADMIN_URL });
    await client.connect();
    const { rows } = await client.query(
      "select current_setting('max_connections') as connections, current_setting('fsync') as fsync",
    );
    await client.end();
    expect(rows).toEqual([{ connections: '200', fsync: 'off' }]);
    expect(process.env.TEST_NATS_URL).toMatch(/^nats:\/\/127\.0\.0\.1:\d+$/);
    expect(process.env.TEST_REDIS_URL).toMatch(/^redis:\/\/127\.0\.0\.1:\d+$/);
  });
});
