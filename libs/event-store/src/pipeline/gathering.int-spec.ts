import { describe, expect, it } from '@jest/globals';
import { contextOf, toggle } from '../suite/ledger.suite.js';
import { useLedger } from '../suite/set-up.suite.js';

/** This time is longer than a test may take, so a test that waits for it fails. */
const forEverMs = 600_000;

describe('a batch that gathers', () => {
  const ledger = useLedger(undefined, { gatherMs: forEverMs });

  const deadline = () => Date.now() + forEverMs;
  const act = (accountId: string) =>
    ledger.pipeline.execute(toggle, { accountId, contentId: 'q' }, contextOf(accountId, { deadline: deadline() }));
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

  it('after a batch of many callers, the next one waits for as many new commands', async () => {
    await actAtOnce(16);
    await actOneByOne(16);
    expect(ledger.batches).toEqual([16, 16]);
  });

  it('a batch begins with 256 commands after a batch of any size', async () => {
    await actAtOnce(300);
    await actOneByOne(256);
    expect(ledger.batches).toEqual([300, 256]);
  });

  it('a batch begins at once after a batch of few callers', async () => {
    await actAtOnce(15);
    await act('alone');
    await act('alone');
    expect(ledger.batches).toEqual([15, 1, 1]);
  });

  it('a batch begins at once after a group of any size', async () => {
    const calls = Array.from({ length: 100 }, (_value, index) => ({
      definition: toggle as never,
      input: { accountId: `g${index}`, contentId: 'q' },
      context: contextOf(`g${index}`),
    }));
    await ledger.pipeline.executeGroup(calls, async () => undefined);
    await act('alone');
    expect(ledger.batches).toEqual([100, 1]);
  });

  it('a waiting batch begins when the pipeline stops, and answers its commands', async () => {
    await actAtOnce(16);
    const last = act('last');
    await ledger.pipeline.stop();
    expect(await last).toEqual({ isBoosted: true, boosts: 17 });
    expect(ledger.batches).toEqual([16, 1]);
  });
});
