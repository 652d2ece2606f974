import { createTestDatabase, type TestDatabase } from '@hearsay/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { eventStoreSchema } from '../log/migrations.js';
import { contextOf, createPipeline, ledgerTables, toggle } from '../suite/ledger.suite.js';
import { createPool } from '../suite/world.suite.js';
import type { CommandPipeline } from './command-pipeline.js';

/** Longer than any test may take, so a test that waits for it fails. */
const forEverMs = 600_000;

describe('a batch that gathers', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let pipeline: CommandPipeline;
  let batches: number[];
  beforeEach(async () => {
    database = await createTestDatabase({ schemas: [eventStoreSchema, ledgerTables] });
    pool = createPool(database.url);
    batches = [];
    pipeline = createPipeline(pool, { onBatch: (commands) => batches.push(commands), gatherMs: forEverMs });
  });
  afterEach(async () => {
    await pipeline.stop();
    await pool.end();
    await database.drop();
  });

  const deadline = () => Date.now() + forEverMs;
  const act = (accountId: string) =>
    pipeline.execute(toggle, { accountId, contentId: 'q' }, contextOf(accountId, { deadline: deadline() }));
  const actAtOnce = (callers: number) =>
    Promise.all(Array.from({ length: callers }, (_value, index) => act(`a${index}`)));

  const actOneByOne = async (callers: number) => {
    const answers: Promise<unknown>[] = [];
    for (let index = 0; index < callers; index += 1) {
      answers.push(act(`b${index}`));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all(answers);
  };

  it('begins after a batch of many callers when as many have come again', async () => {
    await actAtOnce(16);
    await actOneByOne(16);
    expect(batches).toEqual([16, 16]);
  });

  it('begins with 256 commands after a batch of any size', async () => {
    await actAtOnce(300);
    await actOneByOne(256);
    expect(batches).toEqual([300, 256]);
  });

  it('does not gather after a batch of few callers', async () => {
    await actAtOnce(15);
    await act('alone');
    await act('alone');
    expect(batches).toEqual([15, 1, 1]);
  });

  it('does not gather after a group, whichever number of commands it has', async () => {
    const calls = Array.from({ length: 100 }, (_value, index) => ({
      definition: toggle as never,
      input: { accountId: `g${index}`, contentId: 'q' },
      context: contextOf(`g${index}`),
    }));
    await pipeline.executeGroup(calls, async () => undefined);
    await act('alone');
    expect(batches).toEqual([100, 1]);
  });

  it('begins at once when the pipeline stops, and answers its commands', async () => {
    await actAtOnce(16);
    const last = act('last');
    await pipeline.stop();
    expect(await last).toEqual({ isBoosted: true, boosts: 17 });
    expect(batches).toEqual([16, 1]);
  });
});
