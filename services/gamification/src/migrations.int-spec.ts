import { randomUUID } from 'node:crypto';
import { LevelChanged, XpEarned, XpReversed } from '@hearsay/contracts';
import { eventStoreSchema, rebuildReadModel } from '@hearsay/event-store';
import { defaultDailyCaps } from '@hearsay/game-rules';
import { createTestDatabase, tableRows } from '@hearsay/testing';
import { expect, it } from '@jest/globals';
import pg from 'pg';
import { ledgerRows } from './ledger/ledger.projection.js';
import { migrations } from './migrations.js';

it('levels move to the rows of people as a rebuild would fill them', async () => {
  const [ledger, levels] = migrations;
  const database = await createTestDatabase({ schemas: [eventStoreSchema, ledger!.sql] });
  const pool = new pg.Pool({ connectionString: database.ownerUrl, max: 2 });
  try {
    const [accountId, entryId] = [randomUUID(), randomUUID()];
    const at = '2026-11-20T10:00:00.000Z';
    const fact = { entryId, accountId, rule: 'boost-given', amount: 150, day: '2026-11-20' };
    const level = (number: number, previousLevel: number, revision: number) => ({ accountId, level: number, previousLevel, revision });
    const published = [
      [`xp-${entryId}`, 1, XpEarned, { ...fact, contentType: null, contentId: null, toggle: 1 }],
      [`account-${accountId}`, 1, LevelChanged, level(2, 1, 1)],
      [`xp-${entryId}`, 2, XpReversed, { ...fact, toggle: 2, because: 'A test' }],
      [`account-${accountId}`, 2, LevelChanged, level(1, 2, 2)],
    ] as const;
    for (const [stream, version, { type, schemaVersion }, data] of published) {
      await pool.query(
        `insert into events (epoch, event_id, stream, version, type, schema_version, shard, data, meta)
         values (1, $1, $2, $3, $4, $5, 0, $6, $7)`,
        [randomUUID(), stream, version, type, schemaVersion, data, { occurredAt: at, actor: null, correlationId: null, causationId: null }],
      );
    }
    await pool.query('insert into stream_heads (stream, version) values ($1, 2), ($2, 2)', [`xp-${entryId}`, `account-${accountId}`]);
    await pool.query('insert into progress (account_id, counted) values ($1, 0)', [accountId]);
    await pool.query("insert into day_sums (account_id, rule, day, amount) values ($1, 'boost-given', '2026-11-20', 0)", [accountId]);
    await pool.query(
      `insert into xp_entries (entry_id, account_id, rule, amount, day, is_live, reversed_because, created_at)
       values ($1, $2, 'boost-given', 150, '2026-11-20', false, 'A test', $3)`,
      [entryId, accountId, at],
    );

    await pool.query(levels!.sql);
    const model = ledgerRows(defaultDailyCaps);
    const migrated = await tableRows(pool, model.tables);
    expect(migrated.progress).toEqual([expect.stringContaining('"level": 1, "counted": 0, "revision": 2')]);
    expect(migrated.xp_entries).toEqual([expect.stringContaining('"toggle": 2, "is_live": false, "version": 2')]);
    expect((await pool.query('select stream from stream_heads')).rows).toEqual([]);
    await rebuildReadModel({ ownerUrl: database.ownerUrl, role: database.role, progress: () => undefined, model });
    expect(await tableRows(pool, model.tables)).toEqual(migrated);
  } finally {
    await pool.end();
    await database.drop();
  }
});
