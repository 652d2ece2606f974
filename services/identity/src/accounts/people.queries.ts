import type { Person } from '@hearsay/contracts';
import { badgeForLevel, borderForLevel, defaultGradient, lowestLevel, shownAura } from '@hearsay/game-rules';
import type pg from 'pg';

interface PersonRow {
  readonly id: string;
  readonly username: string;
  readonly level: number;
  readonly isCreator: boolean;
  readonly isAmbassador: boolean;
  readonly isSpotlight: boolean;
  readonly createdAt: Date;
}

/** Profiles, auras and settings have no rows yet: everybody has their defaults. */
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
  profileAura: shownAura('none', row),
  chosenAura: 'none',
  profileImage: null,
  gradientColors: defaultGradient,
  profileLink: null,
  hideAmbassadorTitle: false,
  showActivity: true,
  whoMayAsk: 'everyone',
  notificationPreferences: { questionBoosts: true, newReplies: true, reposts: true },
});

/** People with what their cards show. */
export class PeopleQueries {
  constructor(private readonly pool: pg.Pool) {}

  /** In the order of the ids, each once; unknown ids are missing. */
  async byIds(ids: readonly string[]): Promise<Person[]> {
    if (ids.length === 0) return [];
    const found = await this.pool.query<PersonRow>({
      name: 'people-by-ids',
      text: `select a.account_id as id, t.words as username, coalesce(l.level, $2)::int as level, a.is_creator as "isCreator",
               a.is_ambassador as "isAmbassador", a.is_spotlight as "isSpotlight", a.created_at as "createdAt"
             from accounts a
             join texts t on t.id = a.username_text_id
             left join account_levels l on l.account_id = a.account_id
             where a.account_id = any($1)`,
      values: [ids, lowestLevel],
    });
    const people = new Map(found.rows.map((row) => [row.id, personOf(row)]));
    return [...new Set(ids)].flatMap((id) => people.get(id.toLowerCase()) ?? []);
  }
}
