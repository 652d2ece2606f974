import { type RowWriter, type Transaction, type VersionedState, withRows } from '@hearsay/event-store';
import { levelForXp, lowestLevel } from '@hearsay/game-rules';
import type { Authors, SealedAuthors } from '@hearsay/service-runtime';
import { anonymousXpTag } from '../sealed-xp.js';

export interface AccountXp {
  /** XP of named acts, grants and boosts after the caps. */
  readonly named: number;
  readonly level: number;
  readonly revision: number;
}

/** XP is never shown below 0. */
export const shownXp = (counted: number): number => Math.max(0, counted);

export interface XpTotals {
  /** All XP after the caps. May be negative. */
  readonly counted: number;
  readonly anonymous: number;
  readonly level: number;
}

export interface AnonymousXp {
  readonly seals: SealedAuthors;
  readonly authors: Authors;
}

/** The tag of each account's anonymous XP. Null for an account without an author id. @throws Refusal `unavailable` */
export const anonymousTagsOf = async (
  { seals, authors }: AnonymousXp,
  accountIds: readonly string[],
): Promise<(string | null)[]> => {
  const authorIds = await authors.authorsOf(accountIds);
  return accountIds.map((accountId) => {
    const authorId = authorIds.get(accountId);
    return authorId === undefined ? null : anonymousXpTag(seals, authorId);
  });
};

type ProgressRow = AccountXp & { readonly accountId: string };
const progressColumns = `account_id as "accountId", coalesce(progress.counted, 0) + coalesce(boost_totals.counted, 0) as named,
  coalesce(level, ${lowestLevel}) as level, coalesce(revision, 0) as revision`;
const progressTables = 'left join progress using (account_id) left join boost_totals using (account_id)';

/** Totals by account id. An anonymous total whose seal cannot be opened counts as 0. */
export const readXpTotals = async (
  client: Transaction,
  anonymousXp: AnonymousXp,
  accountIds: readonly string[],
): Promise<Map<string, XpTotals>> => {
  const tags = await anonymousTagsOf(anonymousXp, accountIds);
  const { rows } = await client.query<ProgressRow & { sealed: string | null }>({
    name: 'read-totals',
    text: `select ${progressColumns}, sealed from unnest($1::uuid[], $2::text[]) as asked (account_id, tag)
           ${progressTables} left join anonymous_totals using (tag)`,
    values: [accountIds, tags],
  });
  return new Map(
    rows.map(({ accountId, named, level, sealed }) => {
      const anonymous = sealed === null ? 0 : (anonymousXp.seals.readJson<{ total: number }>(sealed)?.total ?? 0);
      return [accountId, { counted: named + anonymous, anonymous, level }];
    }),
  );
};

/** Takes advisory locks. Row locks would write one transaction id into the rows of a pool's people, and reveal them. */
const lockXpOfPeople = async (tx: Transaction, accountIds: readonly string[]): Promise<void> => {
  await tx.query({
    name: 'lock-people',
    text: `select pg_advisory_xact_lock(hashtextextended('progress:' || account_id, 0))
           from (select distinct account_id from unnest($1::text[]) as named (account_id) order by account_id) as in_order`,
    values: [accountIds],
  });
};

export const loadAccounts = async (
  tx: Transaction,
  keys: readonly string[],
): Promise<Map<string, VersionedState<AccountXp>>> => {
  const locking = lockXpOfPeople(tx, keys);
  const reading = tx.query<ProgressRow>({
    name: 'read-accounts',
    text: `select ${progressColumns} from unnest($1::uuid[]) as asked (account_id) ${progressTables}`,
    values: [keys],
  });
  const [, { rows }] = await Promise.all([locking, reading]);
  return new Map(rows.map(({ accountId, ...state }) => [accountId, { version: state.revision, state }]));
};

/** A person whose level may not match their XP. `at` is the instant of the change. */
export interface LevelCheck {
  readonly accountId: string;
  readonly at: string;
}

export interface StoredLevelCheck extends LevelCheck {
  /**
   * Rises with each new check of the person. A settled check is deleted only if this number has not risen since.
   */
  readonly number: number;
}

/** A repeated check keeps the newest instant and raises the number. */
export const writeLevelChecks: RowWriter = async (tx, rows) => {
  await withRows(
    tx,
    'level_checks',
    rows,
    (given) => `insert into level_checks (account_id, at)
    select account_id, max(at) from ${given} group by account_id order by account_id
    on conflict (account_id) do update set at = greatest(level_checks.at, excluded.at), number = level_checks.number + 1`,
  );
};

/** Call after a change of XP. If two transactions change one person's XP, the later one to lock sees both changes. */
export const scheduleLevelChecks = async (
  tx: Transaction,
  anonymousXp: AnonymousXp,
  moved: readonly LevelCheck[],
): Promise<void> => {
  const people = [...new Set(moved.map(({ accountId }) => accountId))];
  if (people.length === 0) return;
  await lockXpOfPeople(tx, people);
  const totals = await readXpTotals(tx, anonymousXp, people);
  const crossed = moved.filter(({ accountId }) => {
    const { counted, level } = totals.get(accountId)!;
    return levelForXp(shownXp(counted)) !== level;
  });
  if (crossed.length > 0) await writeLevelChecks(tx, crossed);
};
