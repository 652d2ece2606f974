import { type Aura, foldUsername, type Person, pictureKeys } from '@hearsay/contracts';
import { badgeForLevel, borderForLevel, lowestLevel, shownAura } from '@hearsay/game-rules';
import type pg from 'pg';

interface PersonRow {
  readonly id: string;
  readonly username: string;
  readonly level: number;
  readonly isCreator: boolean;
  readonly isAmbassador: boolean;
  readonly isSpotlight: boolean;
  readonly createdAt: Date;
  readonly chosenAura: Aura;
  readonly profileImage: string | null;
  readonly gradientColors: string;
  readonly profileLink: string | null;
  readonly hideAmbassadorTitle: boolean;
  readonly showActivity: boolean;
  readonly whoMayAsk: Person['whoMayAsk'];
}

/** Looks are derived: an aura that is chosen but not earned (any more) does not show. */
const personOf = (row: PersonRow): Person => ({
  id: row.id,
  username: row.username,
  isCreator: row.isCreator,
  isAmbassador: row.isAmbassador,
  isSpotlight: row.isSpotlight,
  createdAt: row.createdAt.toISOString(),
  level: row.level,
  badge: badgeForLevel(row.level),
  profileBorder: borderForLevel(row.level),
  profileAura: shownAura(row.chosenAura, row),
  chosenAura: row.chosenAura,
  profileImage: row.profileImage,
  gradientColors: row.gradientColors,
  // Whoever loses the role that it came with keeps the link and does not show it.
  profileLink: row.isAmbassador || row.isSpotlight ? row.profileLink : null,
  hideAmbassadorTitle: row.hideAmbassadorTitle,
  showActivity: row.showActivity,
  whoMayAsk: row.whoMayAsk,
});

/**
 * By the word of whoever registered, or by a published episode. Of the account `a`. It is a value and no `exists`, which for many people would
 * be answered from all creators.
 */
export const isCreator =
  '(a.is_creator or coalesce((select true from creators where creators.account_id = a.account_id), false))';

/** People with what their cards show. */
export class PeopleQueries {
  constructor(private readonly pool: pg.Pool) {}

  /** In the order of the ids, each once; unknown and hidden ones are missing. */
  async byIds(ids: readonly string[]): Promise<Person[]> {
    if (ids.length === 0) return [];
    const found = await this.pool.query<PersonRow>({
      name: 'people-by-ids',
      text: `select a.account_id as id, t.words as username, coalesce(l.level, $2)::int as level, ${isCreator} as "isCreator",
               a.is_ambassador as "isAmbassador", a.is_spotlight as "isSpotlight", a.created_at as "createdAt",
               a.chosen_aura as "chosenAura", image.words as "profileImage", a.gradient_colors as "gradientColors",
               link.words as "profileLink", a.hide_ambassador_title as "hideAmbassadorTitle", a.show_activity as "showActivity",
               a.who_may_ask as "whoMayAsk"
             from accounts a
             join texts t on t.id = a.username_text_id
             left join texts image on image.id = a.profile_image_text_id
             left join texts link on link.id = a.profile_link_text_id
             left join account_levels l on l.account_id = a.account_id
             where a.account_id = any($1) and a.hidden_at is null`,
      values: [ids, lowestLevel],
    });
    const people = new Map(found.rows.map((row) => [row.id, personOf(row)]));
    return [...new Set(ids)].flatMap((id) => people.get(id.toLowerCase()) ?? []);
  }

  /** Those of the pictures that a person shows who is to be seen. The condition on the words is that of their index. */
  async shownPictures(keys: readonly string[]): Promise<string[]> {
    const found = await this.pool.query<{ address: string }>({
      name: 'shown-pictures',
      text: `select distinct t.words as address from texts t join accounts a on a.account_id = t.account_id and a.profile_image_text_id = t.id
             where t.words = any($1) and t.words like '/api/media/p%' and a.hidden_at is null`,
      values: [keys.map((key) => `${pictureKeys.path}${key}`)],
    });
    return found.rows.map(({ address }) => address.slice(pictureKeys.path.length));
  }

  /** Null: nobody has this name. */
  async byName(username: string): Promise<Person | null> {
    const id = await this.idByName(username);
    const [person] = id === null ? [] : await this.byIds([id]);
    return person ?? null;
  }

  /** Null: nobody has this name. */
  async idByName(username: string): Promise<string | null> {
    // PostgreSQL cannot even compare such a text, and no name can hold it.
    if (username.includes('\0')) return null;
    const found = await this.pool.query<{ id: string }>({
      name: 'account-by-name',
      text: 'select account_id as id from credentials where username_folded = $1',
      values: [foldUsername(username)],
    });
    return found.rows[0]?.id ?? null;
  }

  /** What an account is hidden by that its person has deleted; null where there is none. */
  async removalOf(accountId: string): Promise<string | null> {
    const found = await this.pool.query<{ removalId: string | null }>({
      name: 'removal-of-account',
      text: 'select removal_id as "removalId" from accounts where account_id = $1',
      values: [accountId],
    });
    return found.rows[0]?.removalId ?? null;
  }

  /** As gamification has told it last. */
  async levelOf(accountId: string): Promise<number> {
    const found = await this.pool.query<{ level: number }>({
      name: 'level-of-account',
      text: 'select level from account_levels where account_id = $1',
      values: [accountId],
    });
    return found.rows[0]?.level ?? lowestLevel;
  }
}
