import type pg from 'pg';

export class AmbassadorsQueries {
  constructor(private readonly pool: pg.Pool) {}

  async all(): Promise<string[]> {
    const { rows } = await this.pool.query<{ accountId: string }>(
      'select account_id as "accountId" from ambassadors order by 1',
    );
    return rows.map(({ accountId }) => accountId);
  }
}
