import { describe, expect, it } from '@jest/globals';
import pg from 'pg';
import {
  contextOf,
  createPipeline,
  readWholeLog,
  silentLog,
  type Toggle,
  takeName,
  toggle,
  writeWord,
} from '../suite/ledger.suite.js';
import { useLedger } from '../suite/set-up.suite.js';
import { createPool } from '../suite/world.suite.js';
import type { CommandPipeline } from './command-pipeline.js';
import { deleteOldResults } from './command-results.js';
import type { LiveMessage } from './commands.js';

let statements = 0;
class CountingClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this) as (...values: unknown[]) => unknown;
    this.query = ((...values: unknown[]) => {
      statements += 1;
      return query(...values);
    }) as typeof this.query;
  }
}

/** Returns `ok` for each accepted call, and the refusal's code for each other call. */
const outcomesOf = async (calls: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(calls)).map((call) => (call.status === 'fulfilled' ? 'ok' : call.reason.code));

describe('the command pipeline', () => {
  const ledger = useLedger(({ url }) => createPool(url, { Client: CountingClient }));

  const counted = async () =>
    (
      await ledger.pool.query<{ content_id: string; boosts: number }>(
        'select content_id, boosts from counters order by 1',
      )
    ).rows;
  const events = () => readWholeLog(ledger.pool);
  const act = (input: Toggle, idempotencyKey?: string) =>
    ledger.pipeline.execute(toggle, input, contextOf(input.accountId, idempotencyKey ? { idempotencyKey } : {}));
  const isRefused = (answer: Promise<unknown>, code: string) => expect(answer).rejects.toMatchObject({ code });
  const twoProcesses = async <T>(run: (pipeline: CommandPipeline) => Promise<T>): Promise<T[]> => {
    const pool = createPool(ledger.database.url);
    const other = createPipeline(pool);
    const answers = await Promise.all([ledger.pipeline, other, ledger.pipeline, other].map(run));
    await other.stop();
    await pool.end();
    return answers;
  };

  it('a batch sends one live message per subject, with the last change of each key', async () => {
    const published: LiveMessage[] = [];
    const batches: number[] = [];
    const pipeline = createPipeline(ledger.pool, {
      publish: (message) => published.push(message),
      onBatch: (commands) => batches.push(commands),
    });
    const boosts = ['x', 'x', 'y', 'x'].map((contentId, index) => ({ accountId: `a${index}`, contentId }));
    await Promise.all(boosts.map((input) => pipeline.execute(toggle, input, contextOf(input.accountId))));
    expect(published).toHaveLength(batches.length);
    expect(
      new Map(
        published
          .flatMap(({ data }) => (data as { items: { contentId: string; boosts: number }[] }).items)
          .map((item) => [item.contentId, item.boosts]),
      ),
    ).toEqual(
      new Map([
        ['x', 3],
        ['y', 1],
      ]),
    );
    expect(published.map(({ subject }) => subject)).toEqual(batches.map(() => 'counts'));
    await pipeline.stop();
  });

  it('counter, rows and log stay equal after 1000 concurrent toggles', async () => {
    const toggles = Array.from({ length: 1000 }, (_value, index) => ({
      accountId: `a${index % 251}`,
      contentId: 'hot',
    }));
    await Promise.all(toggles.map((input) => act(input)));
    const boosted = await ledger.pool.query<{ boosted: number }>(
      'select count(*)::int as boosted from boosts where is_boosted',
    );
    expect(await counted()).toEqual([{ content_id: 'hot', boosts: boosted.rows[0]!.boosted }]);
    expect(await events()).toHaveLength(2000);
    expect(ledger.batches.reduce((sum, size) => sum + size, 0)).toBe(1000);
    expect(ledger.batches.length).toBeLessThan(20);
  });

  it('a conflict fails only its own command', async () => {
    const acts = ['a', 'b', 'c', 'd'].map((accountId, index) => ({
      accountId,
      contentId: 'q',
      wasBoosted: index === 2,
    }));
    expect(await outcomesOf(acts.map((input) => act(input)))).toEqual(['ok', 'ok', 'conflict', 'ok']);
    expect(await counted()).toEqual([{ content_id: 'q', boosts: 3 }]);
    expect(ledger.batches).toEqual([4]);
  });

  it('of commands that claim one name, one gets it, and the others keep no claims', async () => {
    const calls = Array.from({ length: 20 }, () => ledger.pipeline.execute(takeName, { name: 'ada' }, contextOf('x')));
    expect((await outcomesOf(calls)).filter((outcome) => outcome === 'ok')).toHaveLength(1);
    await isRefused(ledger.pipeline.execute(takeName, { name: 'ada' }, contextOf('y')), 'conflict');
    expect((await ledger.pool.query('select key from claims')).rows).toEqual([{ key: 'name:ada' }]);
  });

  it('only the command that breaks the transaction fails', async () => {
    const calls = [1, 2, -3, 4, 5].map((id) => ledger.pipeline.execute(writeWord, { id }, contextOf('w')));
    expect(await outcomesOf(calls)).toEqual(['ok', 'ok', 'internal', 'ok', 'ok']);
    expect(
      (await ledger.pool.query('select id from words order by id')).rows.map((row: { id: number }) => row.id),
    ).toEqual([1, 2, 4, 5]);
  });

  it.each([
    ['has no room left', '53100'],
    ['may only be read from', '25006'],
  ])('refuses commands as unavailable while the server %s, so that they can be retried', async (_state, code) => {
    let tries = 0;
    const short = createPipeline(ledger.pool, {
      writers: {
        words: async (tx) => {
          tries += 1;
          await tx.query(`do $$ begin raise exception 'as the server says' using errcode = '${code}'; end $$`);
        },
      },
    });
    // The pipeline itself retries on a read-only server, until the deadline.
    const context = contextOf('w', { deadline: Date.now() + 2000 });
    const calls = [1, 2].map((id) => short.execute(writeWord, { id }, context));
    expect(await outcomesOf(calls)).toEqual(['unavailable', 'unavailable']);
    expect(tries).toBeGreaterThan(0);
    await short.stop();
  });

  it('many duplicates need no extra batches or statements', async () => {
    const acts = Array.from({ length: 200 }, (_value, index) => ({
      accountId: `a${index}`,
      contentId: `c${index % 7}`,
    }));
    const run = (round: string, times: number) => {
      const calls = acts.flatMap((input, index) =>
        Array.from({ length: index === 0 ? times : 1 }, () => act(input, `${round}-${index}`)),
      );
      return Promise.all(calls);
    };
    await run('warm', 1);
    const measure = async (round: string, times: number) => {
      statements = 0;
      ledger.batches.length = 0;
      const results = await run(round, times);
      return { batches: ledger.batches.length, statements, results };
    };
    const plain = await measure('plain', 1);
    const flood = await measure('flood', 250);
    expect(flood.batches).toBe(plain.batches);
    expect(flood.statements).toBe(plain.statements);
    expect(new Set(flood.results.slice(0, 250).map((result) => JSON.stringify(result))).size).toBe(1);
    const later = await measure('flood', 250);
    expect(later.results).toEqual(flood.results);
    expect(later.statements).toBeLessThanOrEqual(plain.statements);
    expect(await events()).toHaveLength(3 * 2 * acts.length);
  });

  it('a repeated key gets the first result, or key_reused for another payload', async () => {
    const input = { accountId: 'a', contentId: 'q' };
    const first = await act(input, 'k');
    await act(input);
    expect(await act(input, 'k')).toEqual(first);
    await isRefused(act({ accountId: 'a', contentId: 'other' }, 'k'), 'key_reused');
    // A refused command may leave an empty row.
    expect(await counted()).toContainEqual({ content_id: 'q', boosts: 0 });
    expect((await events()).some(({ stream }) => stream.includes('other'))).toBe(false);
    expect(await act({ accountId: 'b', contentId: 'q' }, 'k')).toEqual({ isBoosted: true, boosts: 1 });
  });

  it('of two payloads with one key in a batch, only the first is decided', async () => {
    const calls = ['q', 'r'].map((contentId) => act({ accountId: 'a', contentId }, 'k'));
    expect(await outcomesOf(calls)).toEqual(['ok', 'key_reused']);
    expect(ledger.batches).toEqual([2]);
    expect((await counted()).filter((row) => row.boosts > 0)).toEqual([{ content_id: 'q', boosts: 1 }]);
  });

  it('a refused command is decided again under the same key', async () => {
    const input = { accountId: 'a', contentId: 'q', wasBoosted: true };
    await isRefused(act(input, 'k'), 'conflict');
    await act({ accountId: 'a', contentId: 'q' });
    expect(await act(input, 'k')).toEqual({ isBoosted: false, boosts: 0 });
  });

  it('a repeated call in another process waits for the result of the first call', async () => {
    const context = contextOf('a', { idempotencyKey: 'k' });
    const answers = await twoProcesses((each) => each.execute(toggle, { accountId: 'a', contentId: 'q' }, context));
    expect(answers).toEqual(Array(4).fill({ isBoosted: true, boosts: 1 }));
    expect(await events()).toHaveLength(2);
  });

  it('a repeated call gets the first result, although its claim is already taken', async () => {
    const context = contextOf('a', { idempotencyKey: 'k' });
    const answers = await twoProcesses((each) => each.execute(takeName, { name: 'ada' }, context));
    expect(answers).toEqual(Array(4).fill({ taken: true }));
    expect(await events()).toHaveLength(1);
  });

  it('the key of an accepted command is stored, that of a refused command is not', async () => {
    const input = { accountId: 'a', contentId: 'q' };
    await isRefused(act({ ...input, wasBoosted: true }, 'refused'), 'conflict');
    await act(input, 'kept');
    const { rows } = await ledger.pool.query<{ written: number }>(
      'select count(*)::int as written from command_results where xmax = 0',
    );
    expect(rows).toEqual([{ written: 1 }]);
  });

  it('a failure after the commit is logged, and the command does not run again', async () => {
    const reported: unknown[] = [];
    const broken = createPipeline(ledger.pool, {
      // pg reports a lost connection with this text. Before the commit, the pipeline would repeat the batch after it.
      nudge: () => {
        throw new Error('Connection terminated unexpectedly');
      },
      log: { ...silentLog, error: (details) => void reported.push(details) },
    });
    const input = { accountId: 'a', contentId: 'q' };
    expect(await broken.execute(toggle, input, contextOf('a'))).toEqual({ isBoosted: true, boosts: 1 });
    expect(reported).toHaveLength(1);
    expect(await events()).toHaveLength(2);
    await broken.stop();
  });

  it('old results are deleted in chunks, and newer results are kept', async () => {
    await ledger.pool.query(
      `insert into command_results (key, payload_hash, result, created_at)
       select decode(lpad(to_hex(n), 64, '0'), 'hex'), '\\x00', '{}', now() - case when n <= 2500 then interval '25 hours' else interval '23 hours' end
       from generate_series(1, 2510) as n`,
    );
    statements = 0;
    while (await deleteOldResults(ledger.pool));
    expect(statements).toBe(3);
    expect((await ledger.pool.query('select 1 from command_results')).rowCount).toBe(10);
  });

  it('a group commits together with `finish`, or not at all', async () => {
    const call = (accountId: string) => ({
      definition: toggle as never,
      input: { accountId, contentId: 'q' },
      context: contextOf(accountId),
    });
    const failed = ledger.pipeline.executeGroup([call('a'), call('b')], () =>
      Promise.reject(new Error('the checkpoint has moved')),
    );
    await expect(failed).rejects.toThrow('the checkpoint has moved');
    expect(await events()).toEqual([]);
    const outcomes = await ledger.pipeline.executeGroup([call('a'), call('b')], async (tx) => {
      await tx.query('insert into words values (1)');
    });
    expect(outcomes.every((outcome) => outcome.ok)).toBe(true);
    expect(await counted()).toEqual([{ content_id: 'q', boosts: 2 }]);
    expect((await ledger.pool.query('select id from words')).rows).toEqual([{ id: 1 }]);
  });
});
