import type { Mutes } from '@hearsay/contracts';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { contentOverlaysProjector, reportsProjector } from '../overlays/overlays.projector.js';
import type { PersonKeys } from './inbox-keys.js';

const maxCachedCounts = 20_000;
/** Counts expire, because a rebuild or a retried dead letter changes rows but no checkpoint. */
const cacheMs = 60_000;

/** Each change of these projectors' rows moves their checkpoints. The checkpoints rarely move without a change. */
const overlayProjectors = [contentOverlaysProjector.name, reportsProjector.name];

/**
 * Keeps counts in memory, because a count opens up to 500 sealed rows, and each open page asks every few seconds. A
 * stored count would link the two inboxes of a person.
 */
export class UnreadCounts {
  /** The unread count by account, with the state that was read before the count. Another state needs a new count. */
  readonly #kept = new LRUCache<string, { state: string; unread: number }>({ max: maxCachedCounts, ttl: cacheMs });

  constructor(private readonly pool: pg.Pool) {}

  async getOrCount(own: PersonKeys, mutes: Mutes, count: () => Promise<number>): Promise<number> {
    const state = `${await this.#stateOf(own)} ${JSON.stringify(mutes)}`;
    const kept = this.#kept.get(own.accountId);
    if (kept?.state === state) return kept.unread;
    const unread = await count();
    this.#kept.set(own.accountId, { state, unread });
    return unread;
  }

  /** A text that changes with everything that may change the count. `xmin` is the transaction that wrote a row. */
  async #stateOf({ accountId, named, sealed, reader }: PersonKeys): Promise<string> {
    const { rows } = await this.pool.query<{ state: string }>({
      name: 'unread-state',
      text: `select json_build_array(
               (select json_agg(xmin::text order by inbox) from inboxes where inbox = any($1)),
               (select xmin::text from readings where reader = $2),
               (select xmin::text from preferences where account_id = $3),
               exists (select from ambassadors where account_id = $3),
               (select changes from undone_act_changes),
               (select json_agg(array[epoch::text, txid::text, position::text] order by consumer)
                from consumer_checkpoints where consumer = any($4)),
               $5::text
             )::text as state`,
      values: [[named, sealed], reader, accountId, overlayProjectors, sealed],
    });
    return rows[0]!.state;
  }
}
