import { foldUsername, type identityRpc, type Person, pictureKeyFormat, type RpcOutput } from '@hearsay/contracts';
import { badgeForLevel, borderForLevel, lowestLevel, shownAura } from '@hearsay/game-rules';
import { viewsWithinBytes } from '@hearsay/service-runtime';
import type pg from 'pg';

type ComputedField = 'badge' | 'profileBorder' | 'profileAura' | 'anonymousAsks';
type PersonRow = Omit<Person, ComputedField> & { readonly refusesAnonymous: boolean };

const personOf = ({ refusesAnonymous, anonymousAsksOffUntil, ...row }: PersonRow): Person => ({
  ...row,
  anonymousAsks: refusesAnonymous ? 'off' : 'on',
  anonymousAsksOffUntil: refusesAnonymous ? anonymousAsksOffUntil : null,
  badge: badgeForLevel(row.level),
  profileBorder: borderForLevel(row.level),
  profileAura: shownAura(row.chosenAura, row),
  // If a person loses both roles, their link stays stored but is not shown.
  profileLink: row.isAmbassador || row.isSpotlight ? row.profileLink : null,
});

/** A scalar subquery. With `exists`, PostgreSQL would read all creators for a query that selects many people. */
const isCreator =
  '(a.is_creator or coalesce((select true from creators where creators.account_id = a.account_id), false))';

/**
 * True while the person refuses anonymous asks. The refusal ends at `anonymous_asks_off_until` by the clock of the
 * database, or never if this is null.
 */
const refusesAnonymous = `(a.anonymous_asks = 'off' and coalesce(a.anonymous_asks_off_until > now(), true))`;

type FoundPerson = Omit<RpcOutput<typeof identityRpc.searchPeople>['people'][number], 'isProtected'>;
type Listed = Omit<RpcOutput<typeof identityRpc.listPeople>['people'][number], 'isProtected'>;

export type ListedPerson = Listed & { readonly whoMayAsk: Person['whoMayAsk'] };

interface TakerFilter {
  readonly settings: readonly Person['whoMayAsk'][];
  /** The asker, who is left out. Null for a visitor. */
  readonly exceptId: string | null;
  readonly isAnonymous: boolean;
}

export interface NamesPageRequest {
  readonly limit: number;
  readonly after: string;
}

/** Minimum number of characters for a search by trigrams. Shorter words contain no trigram. */
const minTrigramCharacters = 3;
const maxTrigramMatches = 1000;
/** Maximum bytes of a list, below the size limit of a message. */
const maxListBytes = 600_000;

/** Sorts after every character that a name may contain. */
const lastCharacter = '\u{10ffff}';

const escapedForLike = (words: string): string => words.replaceAll(/[\\%_]/g, '\\$&');

const candidatesContainingWords = `union
               (select account_id, username_folded from credentials where username_folded like $5 limit ${maxTrigramMatches})`;

export class PeopleQueries {
  constructor(private readonly pool: pg.Pool) {}

  /** People in the order of `ids`, each only once. Leaves out unknown and hidden people. */
  async peopleByIds(ids: readonly string[]): Promise<Person[]> {
    if (ids.length === 0) return [];
    const found = await this.pool.query<PersonRow>({
      name: 'people-by-ids',
      text: `select a.account_id as id, t.words as username, coalesce(l.level, $2)::int as level, ${isCreator} as "isCreator",
               a.is_ambassador as "isAmbassador", a.is_spotlight as "isSpotlight", a.created_at as "createdAt",
               a.chosen_aura as "chosenAura", image.words as "profileImage", a.gradient_colors as "gradientColors",
               link.words as "profileLink", a.hide_ambassador_title as "hideAmbassadorTitle", a.show_activity as "showActivity",
               a.who_may_ask as "whoMayAsk", invitation.words as invitation,
               ${refusesAnonymous} as "refusesAnonymous", a.anonymous_asks_off_until as "anonymousAsksOffUntil"
             from accounts a
             join texts t on t.id = a.username_text_id
             left join texts image on image.id = a.profile_image_text_id
             left join texts invitation on invitation.id = a.invitation_text_id and a.invitation_hidden_by is null
             left join texts link on link.id = a.profile_link_text_id
             left join account_levels l on l.account_id = a.account_id
             -- With a plain list of ids, PostgreSQL would plan the joins again for each call.
             where a.account_id = any(array(select unnest($1::uuid[]))) and a.hidden_at is null`,
      values: [ids, lowestLevel],
    });
    const people = new Map(found.rows.map((row) => [row.id, personOf(row)]));
    return [...new Set(ids)].flatMap((id) => people.get(id.toLowerCase()) ?? []);
  }

  /**
   * Those of the keys whose picture is a visible person's current picture. The `like` condition lets PostgreSQL use the
   * index `texts_pictures`.
   */
  async picturesInUse(keys: readonly string[]): Promise<string[]> {
    const found = await this.pool.query<{ address: string }>({
      name: 'shown-pictures',
      text: `select distinct t.words as address from texts t join accounts a on a.account_id = t.account_id and a.profile_image_text_id = t.id
             where t.words = any($1) and t.words like '/api/media/p%' and a.hidden_at is null`,
      values: [keys.map((key) => `${pictureKeyFormat.path}${key}`)],
    });
    return found.rows.map(({ address }) => address.slice(pictureKeyFormat.path.length));
  }

  async removalIdOf(accountId: string): Promise<string | null> {
    const found = await this.pool.query<{ removalId: string | null }>({
      name: 'removal-of-account',
      text: 'select removal_id as "removalId" from accounts where account_id = $1',
      values: [accountId],
    });
    return found.rows[0]?.removalId ?? null;
  }

  /**
   * People whose name equals, begins with or contains `words`, in this order. With fewer than three characters in
   * `words`, leaves out names that only contain them.
   */
  async searchPeople(words: string, limit: number): Promise<FoundPerson[]> {
    const folded = foldUsername(words);
    if (folded === '' || folded.includes('\0')) return [];
    const isLong = [...folded].length >= minTrigramCharacters;
    const found = await this.pool.query<Omit<FoundPerson, 'badge'> & { readonly level: number }>({
      name: isLong ? 'people-found' : 'people-beginning-with',
      text: `with candidates as (
               (select account_id, username_folded as name from credentials
                where username_folded ~>=~ $1 and username_folded ~<~ $2 order by username_folded using ~<~ limit $3)
               ${isLong ? candidatesContainingWords : ''}
             )
             -- Sorted before the join, so that of a thousand names no more are joined than are answered.
             select found.* from (
               select account_id, name = $1 as is_same, name ~>=~ $1 and name ~<~ $2 as begins, similarity(name, $1) as closeness, name
               from candidates order by is_same desc, begins desc, closeness desc, name
             ) c
             cross join lateral (
               select a.account_id as id, t.words as username, image.words as "profileImage", coalesce(l.level, $4)::int as level
               from accounts a
               join texts t on t.id = a.username_text_id
               left join texts image on image.id = a.profile_image_text_id
               left join account_levels l on l.account_id = a.account_id
               where a.account_id = c.account_id and a.hidden_at is null
               limit 1
             ) as found
             order by c.is_same desc, c.begins desc, c.closeness desc, c.name
             limit $3`,
      values: [
        folded,
        `${folded}${lastCharacter}`,
        limit,
        lowestLevel,
        ...(isLong ? [`%${escapedForLike(folded)}%`] : []),
      ],
    });
    return found.rows.map((row) => ({ ...row, badge: badgeForLevel(row.level) }));
  }

  /** People after the name `after`, sorted by name. With `takers`, only people who match this filter. */
  async listByName({ limit, after }: NamesPageRequest, takers: TakerFilter | null = null): Promise<ListedPerson[]> {
    const folded = foldUsername(after);
    if (folded.includes('\0')) return [];
    const found = await this.pool.query<ListedPerson>({
      name: 'people-by-name',
      text: `select a.account_id as id, t.words as username, ${isCreator} as "isCreator", image.words as "profileImage",
               a.created_at as "createdAt", a.who_may_ask as "whoMayAsk"
             from credentials c
             join accounts a on a.account_id = c.account_id
             join texts t on t.id = a.username_text_id
             left join texts image on image.id = a.profile_image_text_id
             where c.username_folded ~>~ $4 and ($2::text[] is null or a.who_may_ask = any($2)) and a.account_id is distinct from $3 and a.hidden_at is null
               and not ($5 and ${refusesAnonymous})
             order by c.username_folded using ~<~
             limit $1`,
      values: [limit, takers?.settings, takers?.exceptId, folded, takers?.isAnonymous ?? false],
    });
    return viewsWithinBytes(found.rows, maxListBytes);
  }
}
