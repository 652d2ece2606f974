import type { Loaded, Transaction } from '@hearsay/event-store';
import type { RecentAsks } from './recent-asks.states.js';

/** Counts the questions themselves, removed ones too. A counter of its own would tell which anonymous ask belongs to a signed one. */
export const loadRecentAsks = async (
  tx: Transaction,
  keys: readonly string[],
): Promise<Map<string, Loaded<RecentAsks>>> => {
  const recent = (mark: string) =>
    `select created_at from questions q where ${mark} and q.target_id = (key ->> 2)::uuid and q.created_at > now() - interval '1 day'`;
  const { rows } = await tx.query<{ key: string; count: number; oldestAt: Date | null }>({
    name: 'recent-asks',
    text: `select key::text, count(asked.created_at)::int as count, min(asked.created_at) as "oldestAt"
           from unnest($1::json[]) as wanted (key) left join lateral (
             ${recent(`q.owner ->> 'accountId' = key ->> 0`)} union all ${recent('q.owner_tag = key ->> 1')}
           ) as asked on true group by key::text`,
    values: [keys],
  });
  return new Map(
    rows.map(({ key, count, oldestAt }) => [
      key,
      { version: 0, state: { count, oldestAt: oldestAt?.toISOString() ?? null } },
    ]),
  );
};
