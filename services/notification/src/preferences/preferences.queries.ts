import type pg from 'pg';
import { allOn, type Switches } from './switches.js';

export class PreferencesQueries {
  constructor(private readonly pool: pg.Pool) {}

  /** All on for whoever never turned one. */
  async switchesOf(accountId: string): Promise<Switches> {
    const { rows } = await this.pool.query<{ switches: Switches }>({
      name: 'preferences',
      text: 'select switches from preferences where account_id = $1',
      values: [accountId],
    });
    return rows[0]?.switches ?? allOn;
  }
}
