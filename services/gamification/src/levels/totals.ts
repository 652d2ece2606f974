import type { Transaction } from '@hearsay/event-store';
import { lowestLevel } from '@hearsay/game-rules';
import type { Authors, SealedAuthors } from '@hearsay/service-runtime';
import { anonymousTag, readJson } from '../sealed-xp.js';

/** XP is never shown below 0. */
export const xpOf = (counted: number): number => Math.max(0, counted);

export interface Standing {
  /** What the caps left of everything; may be below 0. */
  readonly counted: number;
  /** The part of it that came of anonymous posts. */
  readonly anonymous: number;
  /** The level that was announced last. */
  readonly level: number;
}

/** Opens what anonymous posts have brought, and finds whose it is. */
export interface AnonymousXp {
  readonly seals: SealedAuthors;
  readonly authors: Authors;
}

/** The tags of what these accounts were paid for anonymous posts, null where there is nothing. @throws Refusal `unavailable` */
export const anonymousTagsOf = async (
  { seals, authors }: AnonymousXp,
  accountIds: readonly string[],
): Promise<(string | null)[]> => {
  const authorIds = await authors.authorsOf(accountIds);
  return accountIds.map((accountId) => {
    const authorId = authorIds.get(accountId);
    return authorId === undefined ? null : anonymousTag(seals, authorId);
  });
};

/** Where people stand, who has earned nothing included; by account id. A total that cannot be read counts as absent. */
export const standingOf = async (
  client: Transaction,
  anonymousXp: AnonymousXp,
  accountIds: readonly string[],
): Promise<Map<string, Standing>> => {
  const tags = await anonymousTagsOf(anonymousXp, accountIds);
  const { rows } = await client.query<{
    account_id: string;
    named: number;
    level: number | null;
    sealed: string | null;
  }>({
    name: 'read-standing',
    text: `select account_id, coalesce(progress.counted, 0) + coalesce(boost_totals.counted, 0) as named, level, sealed
           from unnest($1::uuid[], $2::text[]) as asked (account_id, tag)
           left join progress using (account_id) left join boost_totals using (account_id) left join anonymous_totals using (tag)`,
    values: [accountIds, tags],
  });
  return new Map(
    rows.map(({ account_id, named, level, sealed }) => {
      const anonymous = sealed === null ? 0 : (readJson<{ total: number }>(anonymousXp.seals, sealed)?.total ?? 0);
      return [account_id, { counted: named + anonymous, anonymous, level: level ?? lowestLevel }];
    }),
  );
};

/**
 * Nobody else changes or settles these people's levels until the transaction ends. Locks have names only: a locked row would keep the
 * transaction's id, and tell who was paid by which pool.
 */
export const lockPeople = async (tx: Transaction, accountIds: readonly string[]): Promise<void> => {
  await tx.query({
    name: 'lock-people',
    text: `select pg_advisory_xact_lock(hashtextextended('progress:' || account_id, 0))
           from (select distinct account_id from unnest($1::text[]) as named (account_id) order by account_id) as in_order`,
    values: [accountIds],
  });
};
