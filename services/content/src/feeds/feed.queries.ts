import { type FeedSort, Id, limits, Refusal } from '@hearsay/contracts';
import { uuidv7 } from '@hearsay/service-runtime';
import type pg from 'pg';
import { z } from 'zod';
import { isThere } from '../visibility.js';

/** How many ids a frozen list holds. */
const frozenLength = limits.listDepth;
/** How long a frozen list serves whoever begins to read. */
const frozenForSeconds = 10;
/** How long a frozen list is kept after its last use. */
const keptAfterUse = '15 minutes';
/** The least time between two notes of a list's use, so that reading is no writing. */
const usedMarkedEvery = '1 minute';

/** Where a page ends; clients cannot read it. The sort `recent` needs no list: it goes on by (time, id). */
const Anchor = z.discriminatedUnion('sort', [
  z.object({ sort: z.literal('recent'), at: z.iso.datetime(), id: Id }),
  z.object({ sort: z.literal('boosted'), list: Id, next: z.number().int().min(0) }),
]);
type Anchor = z.infer<typeof Anchor>;

const encodeAnchor = (anchor: Anchor): string => Buffer.from(JSON.stringify(anchor)).toString('base64url');

const decodeAnchor = (text: string): Anchor => {
  try {
    return Anchor.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
  } catch {
    throw new Refusal('anchor_expired');
  }
};

export interface FeedRequest {
  readonly sort: FeedSort;
  readonly anchor: string | null;
  readonly page: number;
  readonly limit: number;
}

interface FeedQuestion {
  readonly id: string;
  /** The last number of the question's room. */
  readonly lastNumber: number;
}

export interface FeedPage {
  readonly items: FeedQuestion[];
  /** Null when this page is the last. */
  readonly anchor: string | null;
}

/** Which questions stand on a page of the feed, the same for everyone. */
export class FeedQueries {
  constructor(private readonly pool: pg.Pool) {}

  /** @throws Refusal `anchor_expired` when the anchor is broken or its list is gone */
  async page(request: FeedRequest): Promise<FeedPage> {
    const anchor = request.anchor === null ? null : decodeAnchor(request.anchor);
    const isTooDeep = anchor === null && (request.page - 1) * request.limit >= limits.listDepth;
    if (isTooDeep) return { items: [], anchor: null };
    const { items, next } =
      (anchor?.sort ?? request.sort) === 'recent'
        ? await this.#recent(anchor?.sort === 'recent' ? anchor : null, request)
        : await this.#boosted(anchor?.sort === 'boosted' ? anchor : null, request);
    return { items, anchor: next && encodeAnchor(next) };
  }

  async #recent(anchor: Extract<Anchor, { sort: 'recent' }> | null, { page, limit }: FeedRequest) {
    const found = await this.pool.query<{ id: string; listed_at: Date; last_number: number }>(
      anchor
        ? {
            name: 'recent-after',
            text: `select id, listed_at, last_number from questions q where (listed_at, id) < ($1, $2) and ${isThere('q')}
                   order by listed_at desc, id desc limit $3`,
            values: [anchor.at, anchor.id, limit],
          }
        : {
            name: 'recent-page',
            text: `select id, listed_at, last_number from questions q where listed_at is not null and ${isThere('q')}
                   order by listed_at desc, id desc offset $1 limit $2`,
            values: [(page - 1) * limit, limit],
          },
    );
    const last = found.rows.at(-1);
    const next: Anchor | null =
      last && found.rows.length === limit ? { sort: 'recent', at: last.listed_at.toISOString(), id: last.id } : null;
    return { items: found.rows.map((row) => ({ id: row.id, lastNumber: row.last_number })), next };
  }

  async #boosted(anchor: Extract<Anchor, { sort: 'boosted' }> | null, { page, limit }: FeedRequest) {
    const list = anchor?.list ?? (await this.#newestList('boosted'));
    const from = anchor?.next ?? (page - 1) * limit;
    const found = await this.pool.query<{ id: string | null; last_number: number | null }>({
      name: 'boosted-page',
      // A list that is there answers one row at least.
      text: `with used as (
               update frozen_lists set used_at = clock_timestamp() where id = $1 and used_at < clock_timestamp() - interval '${usedMarkedEvery}'
             )
             select place.id, q.last_number from frozen_lists list
             left join lateral unnest(list.question_ids[$2::int + 1 : $2::int + $3::int]) with ordinality as place (id, index) on true
             left join questions q on q.id = place.id and q.listed_at is not null and ${isThere('q')}
             where list.id = $1 order by place.index`,
      values: [list, from, limit],
    });
    if (found.rows.length === 0) throw new Refusal('anchor_expired');
    const items = found.rows.flatMap(({ id, last_number: lastNumber }) => (id && lastNumber !== null ? { id, lastNumber } : []));
    const isFull = found.rows.length === limit && found.rows[0]?.id !== null;
    const next: Anchor | null = isFull ? { sort: 'boosted', list, next: from + limit } : null;
    return { items, next };
  }

  /** Joins the list of the last 10 s or makes one; whoever comes while it is made waits for it. */
  async #newestList(sort: 'boosted'): Promise<string> {
    const fresh = await this.#freshList(sort);
    if (fresh) return fresh;
    const client = await this.pool.connect();
    try {
      await client.query('begin');
      await client.query(`select pg_advisory_xact_lock(hashtext('frozen-list-' || $1))`, [sort]);
      let id = await this.#freshList(sort);
      if (!id) {
        id = uuidv7();
        await client.query(
          `insert into frozen_lists (id, sort, question_ids)
           select $1, $2, coalesce(array_agg(question_id), '{}') from (
             (select b.question_id from boost_ranks b join questions q on q.id = b.question_id
              where b.boosts > 0 and q.listed_at is not null order by b.boosts desc, b.question_id desc limit $3)
             union all
             (select id from questions q
              where q.listed_at is not null and not exists (select 1 from boost_ranks b where b.question_id = q.id and b.boosts > 0) order by id desc limit $3)
             limit $3) as ranked`,
          [id, sort, frozenLength],
        );
        await client.query(`delete from frozen_lists where used_at < clock_timestamp() - interval '${keptAfterUse}'`);
      }
      await client.query('commit');
      return id;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      throw error;
    } finally {
      client.release();
    }
  }

  async #freshList(sort: string): Promise<string | undefined> {
    const found = await this.pool.query<{ id: string }>(
      `select id from frozen_lists where sort = $1 and made_at > clock_timestamp() - make_interval(secs => $2) order by made_at desc limit 1`,
      [sort, frozenForSeconds],
    );
    return found.rows[0]?.id;
  }
}
