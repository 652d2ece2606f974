import { AnonymousXpPaid } from '@hearsay/contracts';
import { insertRows, type ReadModel, type Transaction, upsertRows } from '@hearsay/event-store';
import type { SealedAuthors } from '@hearsay/service-runtime';
import { anonymousDayTag, anonymousXpTag, openSealedJson } from '../sealed-xp.js';
import type { AnonymousDay, SealedShare } from './pool-shares.js';

/**
 * Adds numbers to the fields of sealed objects. `additions` has the numbers by the tag of the object's row.
 */
const addSealed = async (
  tx: Transaction,
  table: 'anonymous_totals' | 'anonymous_days',
  seals: SealedAuthors,
  additions: ReadonlyMap<string, object>,
): Promise<void> => {
  const tags = [...additions.keys()].sort();
  const known = await tx.query<{ tag: string; sealed: string }>({
    name: `read-${table}`,
    text: `select tag, sealed from ${table} where tag = any($1::text[]) order by tag for update`,
    values: [tags],
  });
  const before = new Map(known.rows.map(({ tag, sealed }) => [tag, seals.readJson<Record<string, number>>(sealed)]));
  const rows = tags.map((tag) => {
    const fields = Object.entries<number>({ ...additions.get(tag)! });
    const sums = fields.map(([field, added]) => [field, (before.get(tag)?.[field] ?? 0) + added]);
    return { tag, sealed: seals.sealJson(Object.fromEntries(sums)) };
  });
  await upsertRows(tx, { table, key: ['tag'] }, rows);
};

/** All values are sealed and keyed by tags, so that rows reveal no person and no amount. */
export const poolRows = (seals: SealedAuthors): ReadModel<typeof AnonymousXpPaid> => ({
  name: 'gamification.anonymous',
  events: [AnonymousXpPaid],
  tables: ['anonymous_entries', 'anonymous_totals', 'anonymous_days'],
  async apply(tx, events) {
    const paid = events.map(({ data: { entryId, sealed }, meta }) => ({
      ...{ entryId, sealed, paidAt: meta.occurredAt },
      share: openSealedJson<SealedShare>(seals, sealed),
    }));
    const entries = paid.map(({ share, ...entry }) => ({ ...entry, tag: anonymousXpTag(seals, share.authorId) }));
    await insertRows(tx, 'anonymous_entries', entries);
    const totals = new Map<string, { readonly total: number }>();
    const days = new Map<string, AnonymousDay>();
    for (const { share } of paid) {
      const tag = anonymousXpTag(seals, share.authorId);
      totals.set(tag, { total: (totals.get(tag)?.total ?? 0) + share.amount });
      for (const { rule, day, sum, counted } of share.days) {
        const key = anonymousDayTag(seals, share.authorId, { rule, day });
        const other = days.get(key) ?? { sum: 0, counted: 0 };
        days.set(key, { sum: other.sum + sum, counted: other.counted + counted });
      }
    }
    await addSealed(tx, 'anonymous_totals', seals, totals);
    await addSealed(tx, 'anonymous_days', seals, days);
  },
});
