import { SealedAuthors } from '@hearsay/service-runtime';
import { describe, expect, it } from '@jest/globals';
import { openVanishing, planVanishing } from './vanishing.js';

const [account, removal] = ['0199f0aa-0000-7000-8000-00000000000a', '0199f0aa-0000-7000-8000-00000000000c'];
const keys = { SEALED_AUTHOR_KEYS: [Buffer.alloc(32, 1)], SEALED_AUTHOR_TAG_KEY: Buffer.alloc(32, 2) };

describe('the removal id of anonymous posts', () => {
  it('stays what it is, which events of all times carry, and looks like any random one', () => {
    const authors = new SealedAuthors(keys, 'content');
    const wish = { accountId: account, removalId: removal, isShown: false, seconds: 60 };
    const { sealed } = planVanishing(authors, wish, new Date('2026-01-02T03:04:05.678Z'));
    expect(openVanishing(authors, sealed).removalId).toBe('51bf2fe0-483b-4fc6-a9ff-61f426a815eb');
  });
});
