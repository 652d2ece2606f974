import { limits } from '@hearsay/contracts';
import { uuidv7 } from '@hearsay/service-runtime';
import type pg from 'pg';
import { type ItemRow, isListedPodcast, isListedQuestion, podcastItem, questionItem } from './listed-items.js';

/** How many ids a frozen list holds. */
const frozenLength = limits.listDepth;
/** How long a frozen list serves whoever begins to read. */
const frozenForSeconds = 10;
/** How long a frozen list is kept after its last use. */
const keptAfterUse = '15 minutes';
/** The least time between two notes of a list's use, so that reading is no writing. */
const usedMarkedEvery = '1 minute';
/** How many places are looked at in one statement: behind a person whose posts were all removed many lie empty. */
const placesPerLook = 200;

/** A statement for the ids of a list, in order; `$1` and so on are its values. */
export interface ListContent {
  /** Equal for whoever may share the list. */
  readonly name: string;
  readonly ids: string;
  readonly values: readonly unknown[];
}

export interface FrozenPage {
  readonly items: ItemRow[];
  /** Where to go on; null at the end. */
  readonly next: number | null;
}

/** Orders that somebody is scrolling through. They lie in an unlogged table and can be lost: then reading begins again at the first page. */
export class FrozenLists {
  constructor(private readonly pool: pg.Pool) {}

  /** Joins the list of the last 10 s or makes one; whoever comes while it is made waits for it. */
  async newest({ name, ids, values }: ListContent): Promise<string> {
    const fresh = await this.#fresh(name);
    if (fresh) return fresh;
    const client = await this.pool.connect();
    try {
      await client.query('begin');
      await client.query(`select pg_advisory_xact_lock(hashtextextended('frozen-list-' || $1, 0))`, [name]);
      let id = await this.#fresh(name);
      if (!id) {
        id = uuidv7();
        const made = await client.query<[string]>({ text: ids, values: [...values], rowMode: 'array' });
        await client.query('insert into frozen_lists (id, name, content_ids) values ($1, $2, $3::uuid[])', [
          id,
          name,
          made.rows.slice(0, frozenLength).map(([contentId]) => contentId),
        ]);
        await client.query(`delete from frozen_lists where used_at < now() - interval '${keptAfterUse}'`);
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

  /** The next `limit` posts of a list that are there to be seen, from an index on; null when there is no such list. */
  async posts(list: string, name: string, from: number, limit: number): Promise<FrozenPage | null> {
    const items: ItemRow[] = [];
    for (let start = from; ; start += placesPerLook) {
      const { rows } = await this.pool.query<ItemRow & { place: number | null; length: number }>({
        name: 'frozen-posts',
        // A list that is there answers one row at least.
        text: `with used as (
                 update frozen_lists set used_at = clock_timestamp() where id = $1 and used_at < clock_timestamp() - interval '${usedMarkedEvery}'
               )
               select cardinality(list.content_ids) as length, item.* from frozen_lists list
               left join lateral (
                 select place.index::int as place, post.*
                 from unnest(list.content_ids[$3::int + 1 : $3::int + ${placesPerLook}]) with ordinality as place (id, index)
                 cross join lateral (
                   select ${questionItem} from questions q where q.id = place.id and ${isListedQuestion}
                   union all
                   select ${podcastItem} from podcasts p where p.id = place.id and ${isListedPodcast}
                 ) as post
                 order by place.index limit $4
               ) as item on true
               where list.id = $1 and list.name = $2 order by item.place`,
        values: [list, name, start, limit - items.length],
      });
      if (rows.length === 0) return null;
      const seen = rows.flatMap(({ place, length: _length, ...item }) => (place === null ? [] : [{ place, item }]));
      items.push(...seen.map(({ item }) => item));
      const length = rows[0]?.length ?? 0;
      const last = seen.at(-1);
      if (items.length === limit && last) return { items, next: start + last.place < length ? start + last.place : null };
      if (start + placesPerLook >= length) return { items, next: null };
    }
  }

  /** The id at an index of a list; undefined behind its end. */
  async idAt(list: string, index: number): Promise<string | undefined> {
    const { rows } = await this.pool.query<{ id: string | null }>({
      name: 'frozen-id',
      text: 'select content_ids[$2::int + 1] as id from frozen_lists where id = $1',
      values: [list, index],
    });
    return rows[0]?.id ?? undefined;
  }

  async #fresh(name: string): Promise<string | undefined> {
    const found = await this.pool.query<{ id: string }>({
      name: 'fresh-list',
      text: `select id from frozen_lists where name = $1 and made_at > now() - make_interval(secs => $2)
             order by made_at desc limit 1`,
      values: [name, frozenForSeconds],
    });
    return found.rows[0]?.id;
  }
}
