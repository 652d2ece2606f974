import type { RowWriter, Transaction } from '@hearsay/event-store';
import { levelForXp } from '@hearsay/game-rules';
import { type AnonymousXp, lockPeople, standingOf, xpOf } from './totals.js';

/** That a person's level is to be settled, as of an act's instant. */
export interface LevelCheck {
  readonly accountId: string;
  readonly at: string;
}

export interface WrittenCheck extends LevelCheck {
  /** Rises when more XP moves, so that nobody strikes a check for what they have not seen. */
  readonly number: number;
}

/** Keeps the newest instant of each person. */
export const writeLevelChecks: RowWriter = async (tx, rows) => {
  const checks = rows as readonly LevelCheck[];
  await tx.query({
    name: 'write-level-checks',
    text: `insert into level_checks (account_id, at)
           select account_id, max(at) from unnest($1::uuid[], $2::timestamptz[]) as moved (account_id, at) group by account_id order by account_id
           on conflict (account_id) do update set at = greatest(level_checks.at, excluded.at), number = level_checks.number + 1`,
    values: [checks.map(({ accountId }) => accountId), checks.map(({ at }) => at)],
  });
};

export const strikeLevelChecks: RowWriter = async (tx, rows) => {
  const checks = rows as readonly WrittenCheck[];
  await tx.query({
    name: 'strike-level-checks',
    text: `delete from level_checks using unnest($1::uuid[], $2::int[]) as settled (account_id, number)
           where level_checks.account_id = settled.account_id and level_checks.number = settled.number`,
    values: [checks.map(({ accountId }) => accountId), checks.map(({ number }) => number)],
  });
};

/**
 * Notes of whom the level is no longer the one announced, behind what moved their XP in the same transaction or before it. Of two
 * transactions that move one person's XP, the later one to get here sees both.
 */
export const checkLevels = async (
  tx: Transaction,
  anonymousXp: AnonymousXp,
  moved: readonly LevelCheck[],
): Promise<void> => {
  const people = [...new Set(moved.map(({ accountId }) => accountId))];
  if (people.length === 0) return;
  await lockPeople(tx, people);
  const standing = await standingOf(tx, anonymousXp, people);
  const crossed = moved.filter(({ accountId }) => {
    const { counted, level } = standing.get(accountId)!;
    return levelForXp(xpOf(counted)) !== level;
  });
  if (crossed.length > 0) await writeLevelChecks(tx, crossed);
};
