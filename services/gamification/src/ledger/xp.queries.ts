import { type gamificationRpc, Refusal, type RpcOutput, type XpActivity, type XpRule } from '@hearsay/contracts';
import { cappedSum, earningRules, levelForXp, xpAmounts } from '@hearsay/game-rules';
import type pg from 'pg';
import type { DailyCaps } from '../config.js';
import { readAnonymousDaySums } from '../deferred-xp/pool.sql.js';
import type { SealedShare } from '../deferred-xp/pool-shares.js';
import { dayOf } from '../earned-days.js';
import { type AnonymousXp, anonymousTagsOf, readXpTotals, shownXp } from '../levels/level.sql.js';

type Progress = RpcOutput<typeof gamificationRpc.progress>['progress'];
type Today = RpcOutput<typeof gamificationRpc.xpToday>['rules'];

interface ActivityRow extends Pick<XpActivity, 'id' | 'amount' | 'contentType' | 'contentId'> {
  rule: XpRule;
  isLive: boolean;
  isRemoved: boolean;
  createdAt: string;
  before: number;
}

const unboostedBecause = 'The boost was taken back';
const removedBecause = 'The content was removed';
/** Names no single post, because an entry of a pool is the sum of several posts. */
const pooledBecause = 'Anonymous posts were removed, or boosts of them taken back';

/**
 * The id of the owner's entry of a boost: the boost's id with its last bit flipped. The expression must equal that of
 * the index `boost_entries_received`.
 */
const receivedId = (id: string) =>
  `(left(${id}::text, 35) || translate(right(${id}::text, 1), '0123456789abcdef', '1032547698badcfe'))::uuid`;

const columns = 'id, rule, amount, day, content_type, content_id, created_at, is_live, is_removed';
const boostColumns = 'content_type, content_id, given_at as created_at';
const dayGiven = `(given_at at time zone 'UTC')::date as day`;

/** Time and id of the last entry on the previous page, both null for the first page, and the page size. */
type Cursor = readonly [last: string | null, before: string | null, limit: number];

type Condition = (at: string, id: string) => string;
const earned = (condition: Condition, tail: string) => `
  (select entry_id as id, rule, amount, day, content_type, content_id, created_at, is_reversed is not true as is_live,
     is_reversed is true as is_removed
   from xp_entries left join reversed_posts using (content_id) where account_id = $1 and ${condition('created_at', 'entry_id')} ${tail})`;
const given = (condition: Condition, tail: string) => `
  (select boost_id as id, 'boost-given' as rule, ${xpAmounts['boost-given']} as amount, ${dayGiven}, ${boostColumns}, is_live,
     false as is_removed
   from boost_entries where booster_id = $1 and ${condition('given_at', 'boost_id')} ${tail})`;
const received = (condition: Condition, tail: string) => `
  (select ${receivedId('boost_id')} as id, 'boost-received' as rule, ${xpAmounts['boost-received']} as amount, ${dayGiven}, ${boostColumns},
     is_live and not is_removed as is_live, is_removed
   from boost_entries where owner_id = $1 and ${condition('given_at', receivedId('boost_id'))} ${tail})`;

const entries = (sources: readonly (typeof earned)[], condition: Condition, tail = '') =>
  sources.map((source) => source(condition, tail)).join(' union all ');

const newestFirst = 'order by created_at desc, id desc';

export class XpQueries {
  constructor(
    private readonly pool: pg.Pool,
    private readonly anonymousXp: AnonymousXp,
    private readonly caps: DailyCaps,
  ) {}

  async progress(accountIds: readonly string[]): Promise<Progress> {
    const totals = await readXpTotals(this.pool, this.anonymousXp, accountIds);
    return accountIds.map((accountId) => {
      const xp = shownXp(totals.get(accountId)!.counted);
      return { accountId, xp, level: levelForXp(xp) };
    });
  }

  async grantReasons(entryIds: readonly string[]): Promise<{ entryId: string; reason: string }[]> {
    const { rows } = await this.pool.query<{ entryId: string; reason: string }>(
      'select entry_id as "entryId", reason from xp_grants where entry_id = any($1)',
      [entryIds],
    );
    return rows;
  }

  /** The XP of today by rule. Named acts and paid anonymous acts share the cap of their rule. */
  async xpOfToday(accountId: string, now: number): Promise<Today> {
    const day = dayOf(new Date(now).toISOString());
    const days = earningRules.map((rule) => ({ accountId, rule, day }));
    const authorId = (await this.anonymousXp.authors.authorsOf([accountId])).get(accountId);
    const named = await this.pool.query<{ rule: string; amount: number }>({
      name: 'named-xp-of-day',
      text: ['day_sums', 'boost_day_sums']
        .map(
          (sums) =>
            `select rule, amount from ${sums} where account_id = $1 and day = $2 and rule = any(array(select unnest($3::text[])))`,
        )
        .join(' union all '),
      values: [accountId, day, earningRules],
    });
    const sums = new Map(named.rows.map(({ rule, amount }) => [rule, amount]));
    const anonymous = await readAnonymousDaySums(this.pool, this.anonymousXp.seals, days, () => authorId ?? null);
    return days.map((one) => {
      const cap = this.caps[one.rule];
      const counted = cappedSum(sums.get(one.rule) ?? 0, cap) + anonymous(one).counted;
      return { rule: one.rule, counted: Math.max(0, counted), cap };
    });
  }

  /** @throws Refusal `invalid_input` for an unknown `before` */
  async activities(accountId: string, before: string | null, limit: number): Promise<XpActivity[]> {
    const last = before === null ? null : await this.#findEntry(accountId, before);
    const cursor: Cursor = [last?.createdAt ?? null, before, limit];
    const [named, anonymous] = await Promise.all([
      this.#namedActivities(accountId, cursor),
      this.#anonymousActivities(accountId, cursor),
    ]);
    return [...named, ...anonymous]
      .sort((a, b) => (a.createdAt === b.createdAt ? (a.id < b.id ? 1 : -1) : a.createdAt < b.createdAt ? 1 : -1))
      .slice(0, limit);
  }

  async #namedActivities(accountId: string, [last, before, limit]: Cursor): Promise<XpActivity[]> {
    const older = (at: string, id: string) => `($2::timestamptz is null or (${at}, ${id}) < ($2, $3::uuid))`;
    // Older entries cannot count on these days, because no entry is created before the day on which it counts.
    const ofTheseDays = (at: string) =>
      `${at} >= (select min(day)::timestamp at time zone 'UTC' from page) and ${at} <= (select max(created_at) from page)`;
    // Leaves out received boosts if they have no cap, because they need no running sum then. They may be very many.
    const summed = this.caps['boost-received'] === null ? [earned, given] : [earned, given, received];
    const text = `with page as (select ${columns} from (${entries([earned, given, received], older, `${newestFirst} limit ${limit}`)}) as newest ${newestFirst} limit ${limit}),
       running as (
         select id, sum(amount) over (partition by rule, day order by created_at, id) - amount as before
         from (${entries(summed, ofTheseDays)}) as entries where is_live and (rule, day) in (select rule, day from page)
       )
       select page.id, rule, amount, is_live as "isLive", is_removed as "isRemoved", content_type as "contentType", content_id as "contentId",
         created_at as "createdAt", coalesce(running.before, 0)::int as before
       from page left join running using (id) ${newestFirst}`;
    // The first page has a cached plan, because planning would cost more than reading this page.
    const name = last === null ? `newest-${limit}-activities` : undefined;
    const { rows } = await this.pool.query<ActivityRow>({ name, text, values: [accountId, last, before] });
    return rows.map(({ isLive, isRemoved, before: earlier, ...row }) => ({
      ...row,
      counted: isLive ? this.#countedUnderCap(row, earlier) : 0,
      isReversed: !isLive,
      reversedBecause: isLive ? null : isRemoved ? removedBecause : unboostedBecause,
    }));
  }

  async #anonymousActivities(accountId: string, cursor: Cursor): Promise<XpActivity[]> {
    const { rows } = await this.pool.query<{ id: string; sealed: string; createdAt: string }>(
      `select entry_id as id, sealed, paid_at as "createdAt" from anonymous_entries
       where tag = $1 and ($2::timestamptz is null or (paid_at, entry_id) < ($2, $3::uuid)) order by paid_at desc, entry_id desc limit $4`,
      [...(await anonymousTagsOf(this.anonymousXp, [accountId])), ...cursor],
    );
    return rows.map(({ id, sealed, createdAt }) => {
      const amount = this.anonymousXp.seals.readJson<SealedShare>(sealed)?.amount ?? 0;
      return {
        id,
        rule: 'anonymous-posts',
        amount,
        counted: amount,
        isReversed: false,
        reversedBecause: amount < 0 ? pooledBecause : null,
        contentType: null,
        contentId: null,
        createdAt,
      };
    });
  }

  /** `earlier` is the XP of the same rule and day before this entry. */
  #countedUnderCap({ rule, amount }: Pick<ActivityRow, 'rule' | 'amount'>, earlier: number): number {
    const cap = this.caps[rule];
    return cap === null ? amount : Math.max(0, Math.min(amount, cap - earlier));
  }

  async #findEntry(accountId: string, id: string): Promise<{ createdAt: string }> {
    const { rows } = await this.pool.query<{ createdAt: string }>(
      `select created_at as "createdAt" from xp_entries where entry_id = $1 and account_id = $2
       union all select given_at from boost_entries where boost_id = $1 and booster_id = $2
       union all select given_at from boost_entries where boost_id = ${receivedId('$1')} and owner_id = $2
       union all select paid_at from anonymous_entries where entry_id = $1 and tag = $3`,
      [id, accountId, ...(await anonymousTagsOf(this.anonymousXp, [accountId]))],
    );
    if (!rows[0]) throw new Refusal('invalid_input', undefined, { fields: { before: 'None of your entries' } });
    return rows[0];
  }
}
