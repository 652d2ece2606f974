import type { Mutes } from '@hearsay/contracts';
import { inTransaction } from '@hearsay/event-store';
import { uuidv7 } from '@hearsay/service-runtime';
import type pg from 'pg';
import { isEpisodeThere, isUnmuted } from '../visibility.js';
import { type ItemRow, isListedQuestion, podcastItemColumns, questionItemColumns } from './listed-items.js';

/** A new reader gets an existing list if it is at most this many seconds old. */
const reusedForSeconds = 10;
/** A list is deleted this long after its last use. */
const keptAfterUse = '15 minutes';
/** A read updates `used_at` only if it is older than this, so that most reads write nothing. */
const updateUseEvery = '1 minute';
/** The number of ids in one row. If a whole list were one row, unpacking it would take longer than reading a page. */
const partLength = 100;

export interface ListDefinition {
  /** Readers of lists with the same name share one list. */
  readonly name: string;
  readonly ids: string;
  readonly values: readonly unknown[];
}

/** `list` is the list's id. `next` is the index at which the next page begins, null at the end. */
export interface FrozenPage {
  readonly list: string;
  readonly items: ItemRow[];
  readonly next: number | null;
}

type PostRow = ItemRow & { list: string; place: number | null; length: number };

const mutesOfReader = { people: '$5', questions: '$6' };
/**
 * Reads posts of two parts of the list. $1 = the first part, $2 = the number of ids to skip, $3 = the limit. Returns
 * at least one row if the list exists.
 */
const postsIn = (list: string): string => `
  select list.id as list, list.length, item.* from (${list}) as list left join lateral (
    select place.index::int as place, post.*
    from unnest(
      (select content_ids from frozen_list_parts where list_id = list.id and number = $1)
      || (select content_ids from frozen_list_parts where list_id = list.id and number = $1 + 1)
    ) with ordinality as place (id, index)
    cross join lateral (
      select ${questionItemColumns} from questions q where q.id = place.id and ${isListedQuestion} and ${isUnmuted.question(mutesOfReader)}
      union all
      select ${podcastItemColumns} from podcasts p where p.id = place.id and ${isEpisodeThere} and ${isUnmuted.episode(mutesOfReader)}
    ) as post
    where place.index > $2 order by place.index limit $3
  ) as item on true order by item.place`;
/** $4 = the name of the list. */
const newestList = `select id, length from frozen_lists
  where name = $4 and made_at > now() - interval '${reusedForSeconds} seconds' order by made_at desc limit 1`;
const listById = 'select id, length from frozen_lists where id = $7 and name = $4';
const postsOfNewest = postsIn(newestList);
const postsById = `with used as (
    update frozen_lists set used_at = clock_timestamp() where id = $7 and used_at < clock_timestamp() - interval '${updateUseEvery}'
  ) ${postsIn(listById)}`;

/**
 * Frozen lists of post ids. Their tables are unlogged, so a crash of PostgreSQL empties them. Readers then start again
 * at the first page.
 */
export class FrozenLists {
  constructor(private readonly pool: pg.Pool) {}

  /** The id of a list that is at most 10 seconds old. Concurrent callers wait for a list that is being made. */
  async newestList(content: ListDefinition): Promise<string> {
    return (await this.#findReusable(content.name)) ?? this.#makeList(content);
  }

  /** A page of the newest list with this name. Makes a new list if none is younger than 10 seconds. */
  async newestPage(content: ListDefinition, from: number, limit: number, mutes: Mutes): Promise<FrozenPage> {
    const part = await this.#readPart(null, content.name, { start: from, limit, mutes });
    const list = part[0]?.list ?? (await this.#makeList(content));
    return (await this.#page(list, content.name, { from, limit, mutes, part })) ?? { list, items: [], next: null };
  }

  /** A page from the index `from`. Null if no list has this id and name. */
  pageOf(list: string, name: string, from: number, limit: number, mutes: Mutes): Promise<FrozenPage | null> {
    return this.#page(list, name, { from, limit, mutes, part: [] });
  }

  async #page(
    list: string,
    name: string,
    wanted: { from: number; limit: number; mutes: Mutes; part: readonly PostRow[] },
  ): Promise<FrozenPage | null> {
    const { from, limit, mutes } = wanted;
    const items: ItemRow[] = [];
    for (let start = from, part = wanted.part; ; part = []) {
      const rows =
        part.length > 0 ? part : await this.#readPart(list, name, { start, limit: limit - items.length, mutes });
      const length = rows[0]?.length;
      if (length === undefined) return null;
      const firstOfPart = start - (start % partLength);
      let last = start;
      for (const { place, list: _list, length: _length, ...item } of rows) {
        if (place === null) continue;
        items.push(item);
        last = firstOfPart + place;
      }
      if (items.length === limit) return { list, items, next: last < length ? last : null };
      start = firstOfPart + 2 * partLength;
      if (start >= length) return { list, items, next: null };
    }
  }

  /** If `list` is null, reads the newest list of the last 10 seconds. Returns no rows if the list does not exist. */
  async #readPart(
    list: string | null,
    name: string,
    { start, limit, mutes }: { start: number; limit: number; mutes: Mutes },
  ): Promise<PostRow[]> {
    const values = [Math.floor(start / partLength), start % partLength, limit, name, mutes.people, mutes.questions];
    const { rows } = await this.pool.query<PostRow>(
      list === null
        ? { name: 'newest-frozen-posts', text: postsOfNewest, values }
        : { name: 'frozen-posts', text: postsById, values: [...values, list] },
    );
    return rows;
  }

  /** Makes a list unless a concurrent caller has just made one. Also deletes lists that are no longer used. */
  async #makeList({ name, ids, values }: ListDefinition): Promise<string> {
    return inTransaction(this.pool, async (client) => {
      await client.query(`select pg_advisory_xact_lock(hashtextextended('frozen-list-' || $1, 0))`, [name]);
      let id = await this.#findReusable(name, client);
      if (!id) {
        id = uuidv7();
        const made = [...values, id, name];
        const [listId, listName] = [`$${made.length - 1}::uuid`, `$${made.length}::text`];
        await client.query(
          `with place as (select id, index from unnest(array(${ids})) with ordinality as place (id, index)),
             list as (insert into frozen_lists (id, name, length) select ${listId}, ${listName}, count(*) from place)
           insert into frozen_list_parts (list_id, number, content_ids)
           select ${listId}, (index - 1) / ${partLength}, array_agg(id order by index) from place group by 2`,
          made,
        );
        await client.query(
          `with gone as (delete from frozen_lists where used_at < now() - interval '${keptAfterUse}' returning id)
           delete from frozen_list_parts where list_id in (select id from gone)`,
        );
      }
      return id;
    });
  }

  /** Returns the last ids before the index, up to `most`. Returns none if the list ends before the index. */
  async idsBefore(list: string, index: number, most: number): Promise<string[]> {
    const number = Math.floor((index - 1) / partLength);
    const inPart = index - number * partLength;
    // The statement joins this part to the part before it. `last` is the index within both.
    const last = inPart + (number === 0 ? 0 : partLength);
    const { rows } = await this.pool.query<{ ids: string[] }>({
      name: 'frozen-ids',
      text: `select (coalesce((select content_ids from frozen_list_parts where list_id = $1 and number = $2 - 1), '{}') || content_ids)[$4:$5] as ids
             from frozen_list_parts where list_id = $1 and number = $2 and cardinality(content_ids) >= $3`,
      values: [list, number, inPart, Math.max(1, last - most + 1), last],
    });
    return rows[0]?.ids ?? [];
  }

  /** The id of the newest list that is young enough to share. Undefined without one. */
  async #findReusable(name: string, client: Pick<pg.ClientBase, 'query'> = this.pool): Promise<string | undefined> {
    const found = await client.query<{ id: string }>({
      name: 'fresh-list',
      text: `select id from frozen_lists where name = $1 and made_at > now() - make_interval(secs => $2)
             order by made_at desc limit 1`,
      values: [name, reusedForSeconds],
    });
    return found.rows[0]?.id;
  }
}
