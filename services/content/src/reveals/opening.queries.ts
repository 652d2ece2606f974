import { type contentRpc, type RpcOutput, type RpcParsed, unavailable } from '@hearsay/contracts';
import type pg from 'pg';
import { isStaying, isThere } from '../visibility.js';

type Opening = RpcParsed<typeof contentRpc.openingBoosters>;
type LoweredOpening = RpcParsed<typeof contentRpc.loweredBoosters>;
type Part = Pick<Opening, 'questionId' | 'revision' | 'after' | 'limit'>;
type Audience = RpcOutput<typeof contentRpc.openingBoosters>;

interface State {
  /** The threshold of the first reveal. Null while all locks are closed. */
  readonly threshold: number | null;
  readonly boosts: number | null;
  readonly isDue: boolean;
  readonly hasBoost: boolean;
}

/** The logged cause of the refusal. The caller repeats the call until content has counted the boosts of the opening. */
const notCountedYet = () => new Error('Boosts of an opened question are not counted yet');

const nobody = { boosts: 0, people: [] };

export class OpeningQueries {
  constructor(private readonly pool: pg.Pool) {}

  /**
   * The people to notify if this boost has opened the question, else nobody. @throws Refusal `unavailable` until
   * content's copies contain the boost and the reveal
   */
  async boosters(opening: Opening): Promise<Audience> {
    const state = await this.#stateOf(opening);
    if (!state) return nobody;
    if (!state.hasBoost) throw unavailable(notCountedYet());
    if (state.threshold === null) {
      if (state.isDue) throw unavailable(notCountedYet());
      return nobody;
    }
    // A boost raises the peak by at most one, so the boost that opened the question has the threshold as its peak.
    if (state.threshold !== opening.boostPeak) return nobody;
    return { boosts: state.boosts!, people: await this.#part(opening) };
  }

  /**
   * The people to notify if this lowering has opened the question, else nobody. @throws Refusal `unavailable` until
   * content's copies contain all earlier boosts
   */
  async boostersOfLoweredThreshold(opening: LoweredOpening): Promise<Audience> {
    const { rows } = await this.pool.query<{ boosts: number; isUpToDate: boolean }>({
      name: 'lowered-opening',
      text: `select v.reveal_count as boosts, coalesce((select greatest(boosts_revision, reposts_revision)
                 from content_counts where content_id = q.id), 0) >= $3 as "isUpToDate"
             from questions q join reveals v on v.question_id = q.id and v.number = $2
             where q.id = $1 and q.approval = 'open' and ${isThere('q')}
               and not exists (select from reveals earlier where earlier.question_id = q.id and earlier.number < $2)`,
      values: [opening.questionId, opening.number, opening.revision],
    });
    const [state] = rows;
    if (!state) return nobody;
    if (!state.isUpToDate) throw unavailable(notCountedYet());
    return { boosts: state.boosts, people: await this.#part(opening) };
  }

  /** One slice of the audience. A person who both boosts and watches is listed once. */
  async #part({ questionId, revision, after, limit }: Part): Promise<Audience['people']> {
    const { rows } = await this.pool.query<Audience['people'][number]>({
      name: 'opening-audience',
      text: `select id as "accountId", bool_or(has_boosted) as "hasBoosted" from (
               (select b.booster_id as id, true as has_boosted from boosts_given b
                where b.question_id = $1 and b.is_boosted and b.content_type = 'question'
                  and ($2::uuid is null or b.booster_id > $2) and (b.revision is null or b.revision <= $3)
                  and ${isStaying('b.booster_id')}
                order by b.booster_id limit $4)
               union all
               (select w.account_id, false from watches w
                where w.question_id = $1 and ($2::uuid is null or w.account_id > $2) and ${isStaying('w.account_id')}
                order by w.account_id limit $4)
             ) as told group by id order by id limit $4`,
      values: [questionId, after, revision, limit],
    });
    return rows;
  }

  /** Undefined if the question is removed, hidden or not approved. */
  async #stateOf({ questionId, boostId, boostPeak, revision }: Opening): Promise<State | undefined> {
    const { rows } = await this.pool.query<State>({
      name: 'opening',
      text: `select first.threshold, first.reveal_count as boosts,
               exists (select from boosts_given where boost_id = $2 and (revision is null or revision >= $4)) as "hasBoost",
               q.threshold = $3 or exists (select from replies r join boosts_given b on b.boost_id = $2
                 where r.id = q.pinned_reply_id and r.threshold = $3 and q.approved_at <= b.boosted_at) as "isDue"
             from questions q left join lateral (
               select threshold, reveal_count from reveals where question_id = q.id order by number limit 1
             ) as first on true
             where q.id = $1 and q.approval = 'open' and ${isThere('q')}`,
      values: [questionId, boostId, boostPeak, revision],
    });
    return rows[0];
  }
}
