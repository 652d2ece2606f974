import { randomUUID } from 'node:crypto';
import { AnonymousXpPaid, type EventDefinition, LevelChanged, XpEarned, type XpRule } from '@hearsay/contracts';
import { eventStoreSchema, rebuildReadModel } from '@hearsay/event-store';
import { defaultDailyCaps } from '@hearsay/game-rules';
import { runMigrations } from '@hearsay/service-runtime';
import { createTestDatabase, type TestDatabase, tableRows } from '@hearsay/testing';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { endRecount } from './boosts/recount.js';
import { readWaiting } from './deferred-xp/deferral.js';
import { sealEarlierXp } from './deferred-xp/seal-earlier-xp.js';
import { authors } from './gamification.suite.js';
import { ledgerRows } from './ledger/ledger.projection.js';
import { XpQueries } from './ledger/xp.queries.js';
import { migrations } from './migrations.js';

const at = '2026-11-20T10:00:00.000Z';
const day = '2026-11-20';

interface Earlier {
  readonly accountId: string;
  readonly rule: XpRule;
  readonly amount: number;
  readonly isAnonymous: boolean;
  readonly isLive?: boolean;
  /** What the newest act about an anonymous post wanted. */
  readonly isWanted?: boolean;
  /** Nothing was paid yet. */
  readonly isDue?: boolean;
}

describe('a database of the time when anonymous XP was paid entry by entry', () => {
  const [maya, jonas, ghost] = [randomUUID(), randomUUID(), randomUUID()];
  let database: TestDatabase;
  let pool: pg.Pool;
  let owner: pg.Pool;

  const append = (
    stream: string,
    version: number,
    { type, schemaVersion }: Pick<EventDefinition, 'type' | 'schemaVersion'>,
    data: object,
  ) =>
    owner.query(
      `insert into events (epoch, event_id, stream, version, type, schema_version, shard, data, meta)
       values (1, $1, $2, $3, $4, $5, 0, $6, $7)`,
      [randomUUID(), stream, version, type, schemaVersion, data, { occurredAt: at, actor: null, correlationId: null, causationId: null }],
    );

  let filesBefore: Record<string, string>;
  /** The files in which what was changed lies. */
  const files = async (): Promise<Record<string, string>> => {
    const { rows } = await owner.query<{ name: string; file: string }>(
      `select name, pg_relation_filepath(name::regclass) as file from unnest(array['events', 'progress', 'xp_entries']) as name order by name`,
    );
    return Object.fromEntries(rows.map(({ name, file }) => [name, file]));
  };

  /** Writes an entry as the old ledger did. */
  const earn = async ({ accountId, rule, amount, isAnonymous, isLive = true, isWanted = isLive, isDue = false }: Earlier) => {
    const [entryId, contentId] = [randomUUID(), randomUUID()];
    const content = isAnonymous || rule === 'operator-grant' ? [null, null] : ['question', contentId];
    if (isAnonymous) {
      await owner.query(
        `insert into unlinked_entries (cause, entry_id, sealed_owner, rule, amount, day, content_type, content_id, toggle, is_live)
         values ($1, $2, $3, $4, $5, $6, 'question', $7, 1, $8)`,
        [`${rule}:${contentId}`, entryId, authors.seal(accountId), rule, amount, day, contentId, isWanted],
      );
    }
    if (isDue) return;
    const fact = { entryId, accountId, rule, amount, day, toggle: isAnonymous ? null : 1 };
    await append(`xp-${entryId}`, 1, { ...XpEarned, schemaVersion: 1 }, { ...fact, contentType: content[0], contentId: content[1] });
    if (!isLive) await append(`xp-${entryId}`, 2, { type: 'XpReversed', schemaVersion: 1 }, { ...fact, because: 'A test' });
    await owner.query(
      `insert into xp_entries (entry_id, account_id, rule, amount, day, content_type, content_id, is_live, reversed_because, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, null, $9)`,
      [entryId, accountId, rule, amount, day, ...content, isLive, at],
    );
    await owner.query(
      `insert into day_sums (account_id, rule, day, amount) values ($1, $2, $3, $4)
       on conflict (account_id, rule, day) do update set amount = day_sums.amount + excluded.amount`,
      [accountId, rule, day, isLive ? amount : 0],
    );
    await owner.query(
      `insert into progress (account_id, counted) values ($1, $2) on conflict (account_id) do update set counted = progress.counted + excluded.counted`,
      [accountId, isLive ? amount : 0],
    );
  };

  beforeAll(async () => {
    const [ledger, ...later] = migrations;
    database = await createTestDatabase({ schemas: [eventStoreSchema, ledger!.sql] });
    pool = new pg.Pool({ connectionString: database.url, max: 2 });
    owner = new pg.Pool({ connectionString: database.ownerUrl, max: 1 });
    await earn({ accountId: maya, rule: 'question-posted', amount: 10, isAnonymous: false });
    await earn({ accountId: maya, rule: 'operator-grant', amount: 200, isAnonymous: false });
    await earn({ accountId: maya, rule: 'question-posted', amount: 10, isAnonymous: true });
    await earn({ accountId: maya, rule: 'boost-received', amount: 3, isAnonymous: true, isWanted: false });
    await earn({ accountId: maya, rule: 'boost-received', amount: 3, isAnonymous: true, isLive: false });
    await earn({ accountId: maya, rule: 'boost-given', amount: 5, isAnonymous: false });
    await earn({ accountId: jonas, rule: 'boost-received', amount: 3, isAnonymous: false, isLive: false });
    await earn({ accountId: ghost, rule: 'answer-given', amount: 15, isAnonymous: true });
    await earn({ accountId: ghost, rule: 'question-posted', amount: 10, isAnonymous: true, isDue: true });
    await append(`account-${maya}`, 1, LevelChanged, { accountId: maya, level: 2, previousLevel: 1, revision: 1 });
    await owner.query(
      `insert into consumer_checkpoints (consumer, shard, epoch, txid, position, sequence_hint) values ('boosts', -1, 1, '100', 7, 3)`,
    );
    await runMigrations({ ownerUrl: database.ownerUrl, role: database.role, migrations: later });
    filesBefore = await files();
    type Statement = string | { readonly text: string };
    const query = owner.query.bind(owner) as (statement: Statement, values?: unknown[]) => Promise<unknown>;
    const isVacuum = (statement: Statement) => (typeof statement === 'string' ? statement : statement.text).startsWith('vacuum');
    const killed = jest
      .spyOn(owner, 'query')
      .mockImplementation(((statement: Statement, values?: unknown[]) =>
        isVacuum(statement) ? Promise.reject(new Error('Killed')) : query(statement, values)) as never);
    await expect(sealEarlierXp(owner, authors, defaultDailyCaps)).rejects.toThrow('Killed');
    killed.mockRestore();
    await sealEarlierXp(owner, authors, defaultDailyCaps);
    // Killed before it was recorded, it runs once more.
    await sealEarlierXp(owner, authors, defaultDailyCaps);
  });
  afterAll(async () => {
    await pool.end();
    await owner.end();
    await database.drop();
  });

  it('names no author of an anonymous post any more, in rows or events', async () => {
    const { rows } = await owner.query<{ name: string }>(`select tablename as name from pg_tables where schemaname = 'public'`);
    const names = rows.map(({ name }) => name);
    expect(names).not.toContain('unlinked_entries');
    expect(names).not.toContain('anonymous_xp_of_before');
    expect(JSON.stringify(await tableRows(owner, names))).not.toContain(ghost);
    const log = await pool.query<{ type: string; rule: string | null; times: number }>(
      `select type, data ->> 'rule' as rule, count(*)::int as times from events group by 1, 2 order by 1, 2`,
    );
    expect(log.rows).toEqual([
      { type: AnonymousXpPaid.type, rule: null, times: 2 },
      { type: LevelChanged.type, rule: null, times: 1 },
      { type: XpEarned.type, rule: 'operator-grant', times: 1 },
      { type: XpEarned.type, rule: 'question-posted', times: 1 },
    ]);
  });

  it('keeps no deleted row in its files, also when it was killed before they were written anew', async () => {
    const now = await files();
    expect(Object.keys(now)).toEqual(['events', 'progress', 'xp_entries']);
    for (const [table, file] of Object.entries(now)) expect(file).not.toBe(filesBefore[table]);
  });

  it('has paid what it had paid, and owes what it owed', async () => {
    const queries = new XpQueries(pool, authors, defaultDailyCaps);
    // Without the boosts, which the projector counts anew.
    expect(await queries.progress([maya, jonas, ghost])).toMatchObject([{ xp: 223 }, { xp: 0 }, { xp: 15 }]);
    expect((await queries.activities(maya, null, 50)).map(({ rule, amount }) => [rule, amount]).sort()).toEqual([
      ['anonymous-posts', 13],
      ['operator-grant', 200],
      ['question-posted', 10],
    ]);
    const { rows } = await pool.query<{ sealed: string }>('select sealed from waiting_xp');
    const waiting = rows.map(({ sealed }) => readWaiting(authors, sealed)!);
    expect(waiting.sort((a, b) => a.amount - b.amount)).toEqual([
      { accountId: maya, rule: 'boost-received', day, amount: -3 },
      { accountId: ghost, rule: 'question-posted', day, amount: 10 },
    ]);
  });

  it('keeps the ledger that a rebuild would fill', async () => {
    const model = ledgerRows(defaultDailyCaps);
    const migrated = await tableRows(pool, model.tables);
    expect(migrated.progress).toEqual([expect.stringContaining('"level": 2, "counted": 210, "revision": 1')]);
    await rebuildReadModel({ ownerUrl: database.ownerUrl, role: database.role, progress: () => undefined, model });
    expect(await tableRows(pool, model.tables)).toEqual(migrated);
  });

  it('settles no level before the boosts are counted anew, and then looks at everybody', async () => {
    const meta = { occurredAt: at, actor: null, correlationId: null, causationId: null };
    const end = async (txid: string, position: string) => {
      await endRecount(pool, { logPosition: { epoch: 1, txid, position }, meta });
      return (await pool.query('select account_id from level_checks')).rows;
    };
    const { rows } = await pool.query('select consumer, txid::text as txid, position::text as position from consumer_checkpoints');
    expect(rows).toEqual([{ consumer: 'anonymous-boosts', txid: '100', position: '7' }]);
    expect(await end('100', '6')).toEqual([]);
    expect(await end('100', '7')).toEqual([{ account_id: maya }]);
    expect((await pool.query('select 1 from recounts')).rows).toEqual([]);
  });
});
