import { type FeedSort, Id, limits, type QuestionView, Refusal } from '@hearsay/contracts';
import { uuidv7 } from '@hearsay/service-runtime';
import type pg from 'pg';
import { z } from 'zod';
import { fittingAnswer } from '../answer-size.js';
import type { QuestionQueries } from '../questions/question.queries.js';

/** A frozen list holds so many ids, is made at most so often, and lives so long after its last use. */
const frozenLength = limits.listDepth;
const frozenForSeconds = 10;
const keptAfterUse = '15 minutes';

/** Opaque for clients. recent needs no list: it goes on by (time, id). */
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

export interface FeedPage {
  readonly questions: QuestionView[];
  /** Null when this page is the last. */
  readonly anchor: string | null;
}

export class FeedQueries {
  constructor(
    private readonly pool: pg.Pool,
    private readonly questions: QuestionQueries,
  ) {}

  /** @throws Refusal `anchor_expired` when the anchor is broken or its list is gone */
  async page(request: FeedRequest, viewer: string | null): Promise<FeedPage> {
    const anchor = request.anchor === null ? null : decodeAnchor(request.anchor);
    const isTooDeep = anchor === null && (request.page - 1) * request.limit >= limits.listDepth;
    if (isTooDeep) return { questions: [], anchor: null };
    const { ids, nextAfter } =
      (anchor?.sort ?? request.sort) === 'recent'
        ? await this.#recent(anchor?.sort === 'recent' ? anchor : null, request)
        : await this.#boosted(anchor?.sort === 'boosted' ? anchor : null, request);
    const questions = await this.questions.questions(ids, viewer);
    const kept = fittingAnswer(questions, ({ title, description }) => title + (description ?? ''));
    const isCut = kept.length < questions.length;
    const next = isCut ? nextAfter(kept.at(-1)!) : ids.length === request.limit ? nextAfter(null) : null;
    return { questions: kept, anchor: next && encodeAnchor(next) };
  }

  async #recent(anchor: Extract<Anchor, { sort: 'recent' }> | null, { page, limit }: FeedRequest) {
    const found = await this.pool.query<{ id: string; created_at: Date }>(
      anchor
        ? {
            name: 'recent-after',
            text: 'select id, created_at from questions where (created_at, id) < ($1, $2) order by created_at desc, id desc limit $3',
            values: [anchor.at, anchor.id, limit],
          }
        : {
            name: 'recent-page',
            text: 'select id, created_at from questions order by created_at desc, id desc offset $1 limit $2',
            values: [(page - 1) * limit, limit],
          },
    );
    const ids = found.rows.map((row) => row.id);
    const nextAfter = (last: QuestionView | null): Anchor | null => {
      const row = found.rows[last ? ids.indexOf(last.id) : ids.length - 1];
      return row ? { sort: 'recent', at: row.created_at.toISOString(), id: row.id } : null;
    };
    return { ids, nextAfter };
  }

  async #boosted(anchor: Extract<Anchor, { sort: 'boosted' }> | null, { page, limit }: FeedRequest) {
    const list = anchor?.list ?? (await this.#newestList('boosted'));
    const from = anchor?.next ?? (page - 1) * limit;
    const found = await this.pool.query<{ ids: string[] | null }>(
      'update frozen_lists set used_at = clock_timestamp() where id = $1 returning question_ids[$2::int + 1 : $2::int + $3::int] as ids',
      [list, from, limit],
    );
    const row = found.rows[0];
    if (!row) throw new Refusal('anchor_expired');
    const ids = row.ids ?? [];
    const nextAfter = (last: QuestionView | null): Anchor => ({
      sort: 'boosted',
      list,
      next: from + (last ? ids.indexOf(last.id) + 1 : ids.length),
    });
    return { ids, nextAfter };
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
             (select question_id from boost_ranks where boosts > 0 order by boosts desc, question_id desc limit $3)
             union all
             (select id from questions q
              where not exists (select 1 from boost_ranks b where b.question_id = q.id and b.boosts > 0) order by id desc limit $3)
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
