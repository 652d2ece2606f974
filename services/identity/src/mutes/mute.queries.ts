import type { identityRpc, RpcOutput } from '@hearsay/contracts';
import type pg from 'pg';
import type { Mute } from './mute.decider.js';

type OwnMutes = RpcOutput<typeof identityRpc.ownMutes>['mutes'];

export class MuteQueries {
  constructor(private readonly pool: pg.Pool) {}

  async ownMutes(accountId: string): Promise<OwnMutes> {
    const { rows } = await this.pool.query<OwnMutes[number]>({
      name: 'own-mutes',
      text: `select kind, muted_id as "mutedId", muted_at as "mutedAt" from mutes
             where account_id = $1 order by muted_at desc, muted_id desc`,
      values: [accountId],
    });
    return rows;
  }

  /** `isOn` is true if this mute is set. `count` is the number of all mutes that the account has set. */
  async stateOf({ accountId, kind, mutedId }: Mute): Promise<{ isOn: boolean; count: number }> {
    const { rows } = await this.pool.query<{ isOn: boolean; count: number }>({
      name: 'state-of-mute',
      text: `select coalesce(bool_or(kind = $2 and muted_id = $3), false) as "isOn", count(*)::int as count
             from mutes where account_id = $1`,
      values: [accountId, kind, mutedId],
    });
    return rows[0]!;
  }

  async blockersAmong(accountIds: readonly string[], blockedId: string): Promise<string[]> {
    if (accountIds.length === 0) return [];
    const { rows } = await this.pool.query<{ id: string }>({
      name: 'blockers-among',
      text: `select account_id as id from mutes where muted_id = $1 and kind = 'block' and account_id = any($2)`,
      values: [blockedId, accountIds],
    });
    return rows.map(({ id }) => id);
  }
}
