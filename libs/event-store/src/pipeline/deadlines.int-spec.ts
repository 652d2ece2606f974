import { Refusal, steadyNow } from '@hearsay/contracts';
import { eventually } from '@hearsay/testing';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { contextOf, createPipeline, outlastTimeout, toggle, writeWord } from '../suite/ledger.suite.js';
import { useLedger } from '../suite/set-up.suite.js';

const hourMs = 3_600_000;
const unavailable = expect.objectContaining({ code: 'unavailable' });

describe('the deadline of a command', () => {
  const ledger = useLedger();
  afterEach(() => void jest.restoreAllMocks());

  it.each([
    ['PostgreSQL has our clock', 0, 0],
    ['PostgreSQL is an hour ahead of us', -hourMs, 0],
    ['PostgreSQL is an hour behind us', hourMs, 0],
    ['our clock is set an hour back', 0, -hourMs],
    ['our clock is set nine seconds back', 0, -9000],
    ['our clock is set an hour ahead', 0, hourMs],
  ])('%s: the command is applied before its deadline, and never later', async (_name, oursIsAhead, step) => {
    const [realDate, realSteady] = [Date.now, performance.now.bind(performance)];
    jest.spyOn(performance, 'now').mockImplementation(() => realSteady() + oursIsAhead);
    const input = { accountId: 'a', contentId: 'q' };
    const inTime = () => steadyNow() + 60_000;
    const late = await ledger.pipeline
      .execute(toggle, input, contextOf('a', { deadline: steadyNow() - 1 }))
      .catch((error: unknown) => error);
    expect(late).toEqual(unavailable);
    jest.spyOn(Date, 'now').mockImplementation(() => realDate() + step);
    expect(await ledger.pipeline.execute(toggle, input, contextOf('a', { deadline: inTime() }))).toEqual({
      isBoosted: true,
      boosts: 1,
    });
    // The row is locked until the deadline has passed, so the batch's last statement prevents the commit.
    const holder = await ledger.pool.connect();
    await holder.query(`begin; select 1 from counters where content_id = 'q' for update`);
    const deadline = steadyNow() + 300;
    const held = ledger.pipeline.execute(toggle, input, contextOf('a', { deadline })).catch((error: unknown) => error);
    await eventually('the deadline has passed', () => steadyNow() > deadline);
    await holder.query('commit');
    holder.release();
    expect(await held).toEqual(unavailable);
    expect(await held).toBeInstanceOf(Refusal);
    expect((await ledger.pool.query('select content_id, boosts from counters')).rows).toEqual([
      { content_id: 'q', boosts: 1 },
    ]);
  });

  it('a slow statement does not delay the other commands of its batch', async () => {
    let isSlow = true;
    const slow = createPipeline(ledger.pool, {
      writers: {
        words: async (tx, rows) => {
          const ids = rows.map((row) => (row as { id: number }).id);
          if (isSlow && ids.includes(5)) await outlastTimeout(tx);
          await tx.query('insert into words select unnest($1::int[])', [ids]);
        },
      },
    });
    const calls = [1, 2, 3, 4, 5].map((id) => slow.execute(writeWord, { id }, contextOf('w')));
    await Promise.all(calls.slice(0, 4));
    isSlow = false;
    await calls[4];
    expect(
      (await ledger.pool.query<{ id: number }>('select id from words order by id')).rows.map(({ id }) => id),
    ).toEqual([1, 2, 3, 4, 5]);
    await slow.stop();
  });
});
