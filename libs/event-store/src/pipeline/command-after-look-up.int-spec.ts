import { Refusal } from '@hearsay/contracts';
import { describe, expect, it } from '@jest/globals';
import { contextOf, type Toggle, toggle } from '../suite/ledger.suite.js';
import { useLedger } from '../suite/set-up.suite.js';
import { executeAfterLookUp } from './command-after-look-up.js';

describe('a command with an input that is looked up', () => {
  const ledger = useLedger();

  const found = (contentId: string) => async (): Promise<Toggle> => ({ accountId: 'a', contentId });
  const gone = () => Promise.reject<Toggle>(new Refusal('not_found'));
  const boost = (
    lookUp: () => Promise<Toggle>,
    { key, payload = 'as sent' }: { key?: string; payload?: string } = {},
  ) =>
    executeAfterLookUp(ledger.pipeline, toggle, lookUp, {
      ...contextOf('a', key === undefined ? {} : { idempotencyKey: key }),
      payload,
    });

  it('a repeated command gets its first result, even if its look-up refuses now', async () => {
    const first = await boost(found('kept'), { key: 'k' });
    await boost(found('kept'));
    expect(await boost(gone, { key: 'k' })).toEqual(first);
    await expect(boost(gone, { key: 'k', payload: 'something else' })).rejects.toMatchObject({ code: 'key_reused' });
  });

  it('a refused command can be repeated under its key', async () => {
    await expect(boost(gone, { key: 'new' })).rejects.toMatchObject({ code: 'not_found' });
    expect(await boost(found('new'), { key: 'new' })).toEqual({ isBoosted: true, boosts: 1 });
  });

  it('a command whose look-up fails never reaches the pipeline', async () => {
    await expect(boost(gone)).rejects.toMatchObject({ code: 'not_found' });
    await expect(boost(() => Promise.reject(new TypeError('broken')), { key: 'k' })).rejects.toThrow('broken');
    expect(ledger.batches).toEqual([]);
  });
});
