import { AnonymousXpPaid } from '@hearsay/contracts';
import { insertRows, type ReadModel, type Transaction, upsertRows } from '@hearsay/event-store';
import type { SealedAuthors } from '@hearsay/service-runtime';
import { anonymousTag, dayTag, openJson, readJson, sealJson } from '../sealed-xp.js';
import type { AnonymousDay, SealedShare } from './pool-shares.js';

interface Total {
  readonly total: number;
}

/** `sealed` is the earlier value under the tag. */
const addSealed = async <T extends object>(
  tx: Transaction,
  table: 'anonymous_totals' | 'anonymous_days',
  seals: SealedAuthors,
  additions: ReadonlyMap<string, (before: T | null) => T>,
): Promise<void> => {
  const tags = [...additions.keys()].sort();
  const known = await tx.query<{ tag: string; sealed: string }>({
    name: `read-${table}`,
    text: `select tag, sealed from ${table} where tag = any($1::text[]) order by tag for update`,
    values: [tags],
  });
  const before = new Map(known.rows.map(({ tag, sealed }) => [tag, readJson<T>(seals, sealed)]));
  const rows = tags.map((tag) => ({ tag, sealed: sealJson(seals, additions.get(tag)!(before.get(tag) ?? null)) }));
  await upsertRows(tx, { table, key: ['tag'] }, rows);
};

/** All values are sealed and keyed by tags, so that rows reveal no person and no amount. */
export const poolRows = (seals: SealedAuthors): ReadModel<typeof AnonymousXpPaid> => ({
  name: 'gamification.anonymous',
  events: [AnonymousXpPaid],
  tables: ['anonymous_entries', 'anonymous_totals', 'anonymous_days'],
  async apply(tx, events) {
    const paid = events.map(({ data, meta }) => ({
      ...data,
      at: meta.occurredAt,
      share: openJson<SealedShare>(seals, data.sealed),
    }));
    await insertRows(
      tx,
      'anonymous_entries',
      paid.map(({ entryId, share, sealed, at }) => ({
        entryId,
        tag: anonymousTag(seals, share.authorId),
        sealed,
        paidAt: at,
      })),
    );
    const totals = new Map<string, number>();
    const days = new Map<string, AnonymousDay>();
    for (const { share } of paid) {
      const tag = anonymousTag(seals, share.authorId);
      totals.set(tag, (totals.get(tag) ?? 0) + share.amount);
      for (const { rule, day, sum, counted } of share.days) {
        const key = dayTag(seals, share.authorId, { rule, day });
        const other = days.get(key) ?? { sum: 0, counted: 0 };
        days.set(key, { sum: other.sum + sum, counted: other.counted + counted });
      }
    }
    await addSealed<Total>(
      tx,
      'anonymous_totals',
      seals,
      new Map([...totals].map(([tag, amount]) => [tag, (before) => ({ total: (before?.total ?? 0) + amount })])),
    );
    await addSealed<AnonymousDay>(
      tx,
      'anonymous_days',
      seals,
      new Map(
        [...days].map(([tag, { sum, counted }]) => [
          tag,
          (before) => ({ sum: (before?.sum ?? 0) + sum, counted: (before?.counted ?? 0) + counted }),
        ]),
      ),
    );
  },
});
