import { randomBytes } from 'node:crypto';
import { serviceNames } from '@hearsay/contracts';
import { type AuthorId, SealedAuthors } from '@hearsay/service-runtime';
import { type FoundRecord, recordOf } from './records.ts';

const purposes = ['owner', 'pair', 'reading', 'anonymous-xp'];
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface Known {
  readonly records: readonly FoundRecord[];
  readonly accounts: readonly string[];
  readonly questions: readonly string[];
  readonly tagKey: Buffer;
}

/**
 * Computes, as an attacker with the tag key, the tags of every account and of every id that occurs beside exactly one
 * account. Each returned record links a stored tag to that account, so that the attack finds the posts with that tag.
 */
export const computedTags = ({ records, accounts, questions, tagKey }: Known): FoundRecord[] => {
  const isAccount = new Set(accounts);
  const people = new Map(accounts.map((account) => [account, account]));
  for (const { ids } of records) {
    const named = [...ids].filter((id) => isAccount.has(id));
    if (named.length !== 1) continue;
    for (const id of ids) if (uuid.test(id) && !people.has(id)) people.set(id, named[0]!);
  }
  const present = new Set(records.flatMap(({ ids }) => [...ids]));
  return serviceNames.flatMap((service) => {
    const seals = new SealedAuthors({ SEALED_AUTHOR_KEYS: [randomBytes(32)], SEALED_AUTHOR_TAG_KEY: tagKey }, service);
    return [...people].flatMap(([id, account]) => {
      const answers = id === account ? questions.map((question) => `answer:${question}`) : [];
      const tags = [...purposes, ...answers].map((purpose) => seals.tagOf(id as AuthorId, purpose));
      return [...tags, seals.pairTagOf(id)]
        .filter((tag) => present.has(tag))
        .map((tag) => recordOf('computed tags', { account, tag }));
    });
  });
};
