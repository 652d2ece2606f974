import { foldUsername, type identityRpc, type Person, type RpcOutput } from '@hearsay/contracts';
import { fitting } from '@hearsay/service-runtime';
import type pg from 'pg';
import { isCreator } from './people.queries.js';

type Found = Omit<RpcOutput<typeof identityRpc.searchPeople>['people'][number], 'isProtected'>;
type Listed = Omit<RpcOutput<typeof identityRpc.listPeople>['people'][number], 'isProtected'>;

/** With the setting by which they were found. */
type ListedTaker = Listed & { readonly whoMayAsk: Person['whoMayAsk'] };

/** So many people whose names come after another one. */
export interface NamesPage {
  readonly limit: number;
  /** Empty for the first page. */
  readonly after: string;
}

/** Trigrams say nothing about fewer characters. */
const leastForTrigrams = 3;
/** How many names that hold the words are looked at, the closest of which are answered. */
const maxLookedAt = 1000;
/** How many bytes of a list fit into a message, with room to spare. */
const maxListBytes = 600_000;

/** No name holds it, and none sorts after it. */
const lastCharacter = '\u{10ffff}';

/** Words as a pattern of LIKE takes them literally. */
const literally = (words: string): string => words.replaceAll(/[\\%_]/g, '\\$&');

/** Lists of people by their names, in as few columns as lists show. */
export class PeopleLists {
  constructor(private readonly pool: pg.Pool) {}

  /**
   * Whose names hold the words, in whatever case: first the one that is called so, then whose names begin so, then the most similar ones. One or two
   * characters find beginnings only.
   */
  async search(words: string, limit: number): Promise<Found[]> {
    const folded = foldUsername(words);
    if (folded === '' || folded.includes('\0')) return [];
    const isLong = [...folded].length >= leastForTrigrams;
    const found = await this.pool.query<Found>({
      name: isLong ? 'people-found' : 'people-beginning-with',
      text: `with candidates as (
               (select account_id, username_folded as name from credentials
                where username_folded ~>=~ $1 and username_folded ~<~ $2 order by username_folded using ~<~ limit $3)
               ${isLong ? holdingWords : ''}
             )
             -- Sorted before the join, so that of a thousand names no more are joined than are answered.
             select found.* from (
               select account_id, name = $1 as is_same, name ~>=~ $1 and name ~<~ $2 as begins, similarity(name, $1) as closeness, name
               from candidates order by is_same desc, begins desc, closeness desc, name
             ) c
             cross join lateral (
               select a.account_id as id, t.words as username, image.words as "profileImage"
               from accounts a
               join texts t on t.id = a.username_text_id
               left join texts image on image.id = a.profile_image_text_id
               where a.account_id = c.account_id and a.hidden_at is null
               limit 1
             ) as found
             order by c.is_same desc, c.begins desc, c.closeness desc, c.name
             limit $3`,
      values: [folded, `${folded}${lastCharacter}`, limit, ...(isLong ? [`%${literally(folded)}%`] : [])],
    });
    return found.rows;
  }

  /** People by name. */
  async list(page: NamesPage): Promise<Listed[]> {
    return this.#byName(page, null, null);
  }

  /** People by name with one of these settings of who may ask them, without `exceptId`. */
  async takers(
    page: NamesPage,
    settings: readonly Person['whoMayAsk'][],
    exceptId: string | null,
  ): Promise<ListedTaker[]> {
    return this.#byName(page, settings, exceptId);
  }

  async #byName(
    { limit, after }: NamesPage,
    settings: readonly Person['whoMayAsk'][] | null,
    exceptId: string | null,
  ): Promise<ListedTaker[]> {
    const folded = foldUsername(after);
    if (folded.includes('\0')) return [];
    const found = await this.pool.query<Omit<ListedTaker, 'createdAt'> & { createdAt: Date }>({
      name: 'people-by-name',
      text: `select a.account_id as id, t.words as username, ${isCreator} as "isCreator", image.words as "profileImage",
               a.created_at as "createdAt", a.who_may_ask as "whoMayAsk"
             from credentials c
             join accounts a on a.account_id = c.account_id
             join texts t on t.id = a.username_text_id
             left join texts image on image.id = a.profile_image_text_id
             where c.username_folded ~>~ $4 and ($2::text[] is null or a.who_may_ask = any($2)) and a.account_id is distinct from $3 and a.hidden_at is null
             order by c.username_folded using ~<~
             limit $1`,
      values: [limit, settings, exceptId, folded],
    });
    return fitting(
      found.rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
      maxListBytes,
    );
  }
}

const holdingWords = `union
               (select account_id, username_folded from credentials where username_folded like $4 limit ${maxLookedAt})`;
