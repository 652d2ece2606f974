import { engagementRpc, identityRpc, Refusal } from '@hearsay/contracts';
import { describe, expect, it } from '@jest/globals';
import { SeedCalls } from './calls.ts';

const servicesThat = (...refusals: Refusal[]) => {
  const keys: (string | undefined)[] = [];
  const call = (_rpc: unknown, _input: unknown, context: { idempotencyKey?: string }) => {
    keys.push(context.idempotencyKey);
    const refusal = refusals.shift();
    return refusal ? Promise.reject(refusal) : Promise.resolve({});
  };
  return { calls: new SeedCalls({ call } as never), keys };
};
const boost = { contentType: 'question', contentId: 'q', isBoosted: null } as const;
const unavailable = () => new Refusal('unavailable', undefined, { retryAfter: 1 });

describe('a call of the seed or a journey', () => {
  it('a call is repeated under the same key if a service did not answer', async () => {
    const { calls, keys } = servicesThat(unavailable());
    await calls.call(engagementRpc.setBoost, boost);
    await calls.call(engagementRpc.setBoost, boost);
    expect(keys).toEqual([expect.any(String), keys[0], expect.any(String)]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it('a call has the given key, or no key if it only reads', async () => {
    const { calls, keys } = servicesThat();
    await calls.call(engagementRpc.setBoost, boost, { key: 'boost 1' });
    await calls.call(identityRpc.accountByName, { username: 'maya' });
    expect(keys).toEqual(['seed:boost 1', undefined]);
  });

  it('a refused call is not repeated, and its error names the call', async () => {
    const { calls, keys } = servicesThat(new Refusal('conflict', 'Taken'));
    await expect(calls.call(engagementRpc.setBoost, boost)).rejects.toMatchObject({
      code: 'conflict',
      message: 'engagement.set-boost: Taken',
    });
    expect(keys).toHaveLength(1);
  });
});
