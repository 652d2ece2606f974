import { Refusal } from '@hearsay/contracts';
import type { CommandPipeline } from '@hearsay/event-store';
import { type Logger, type SealedAuthors, uuidv7 } from '@hearsay/service-runtime';
import type pg from 'pg';
import { removeContent } from '../removals/remove-content.decider.js';
import { momentOf, readPlan, spanOf } from './anonymous-plan.js';
import type { Post } from './hiding.queries.js';

const lookEveryMs = 60_000;
/** A plan is kept so long behind its end: what lies under a question that comes back late is still due. */
const keptBehindEndMs = 5 * 24 * 3_600_000;
const timeoutMs = 30_000;

interface PlanRow {
  readonly removalId: string;
  readonly sealed: string;
  readonly begunAt: Date;
  readonly erasedAt: Date;
}

interface AnonymousRemovalsOptions {
  readonly pool: pg.Pool;
  readonly pipeline: Pick<CommandPipeline, 'execute'>;
  readonly seals: SealedAuthors;
  readonly log: Pick<Logger, 'warn'>;
}

/**
 * Removes anonymous posts of deleted accounts, each at a time of its own. A removal looks like the author's own: it has no
 * cause, id, instant or transaction in common with the account, and no row of the plan is touched by it.
 */
export class AnonymousRemovals {
  readonly #options: AnonymousRemovalsOptions;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<unknown> = Promise.resolve();

  constructor(options: AnonymousRemovalsOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#running = this.run(Date.now()).catch((err: unknown) => this.#options.log.warn({ err }, 'Anonymous posts could not be removed'));
    }, lookEveryMs).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  /** One post of each plan at most: posts that became due while the service was away do not go together. */
  async run(now: number): Promise<void> {
    const { pool, seals } = this.#options;
    const { rows } = await pool.query<PlanRow>(
      `select removal_id as "removalId", anonymous_plan as sealed, begun_at as "begunAt", erased_at as "erasedAt" from hidings
       where anonymous_plan is not null and erased_at is not null order by random()`,
    );
    for (const row of rows) {
      const span = spanOf(row);
      const plan = readPlan(seals, row.sealed);
      if (plan?.authorId && now >= span.from) {
        const due = (await this.#postsOf(seals.tagOf(plan.authorId))).map((post) => ({ post, at: momentOf(plan, post.contentId, span) }));
        const [next] = due.filter(({ at }) => at <= now).sort((a, b) => a.at - b.at);
        if (next) await this.#remove(next.post);
      }
      if (now >= span.to + keptBehindEndMs) {
        await pool.query('update hidings set anonymous_plan = null where removal_id = $1', [row.removalId]);
      }
    }
  }

  /** A removed question takes its replies along, so those do not go by themselves. */
  async #postsOf(tag: string): Promise<Post[]> {
    const { rows } = await this.#options.pool.query<Post>(
      `select 'question' as "contentType", q.id as "contentId", q.id as "questionId" from questions q
       where q.owner_tag = $1 and q.removal_id is null
       union all
       select 'discussion', r.id, r.question_id from replies r join questions q on q.id = r.question_id
       where r.owner_tag = $1 and r.removal_id is null and q.removal_id is null`,
      [tag],
    );
    return rows;
  }

  async #remove({ contentType, contentId, questionId }: Post): Promise<void> {
    if (contentType === 'podcast') return;
    const by = { isAuthor: true, isAsker: false, isTarget: false, isAmbassador: false };
    const removal = { contentType, contentId, questionId, removalId: uuidv7(), by };
    const context = { accountId: null, correlationId: null, deadline: Date.now() + timeoutMs };
    try {
      await this.#options.pipeline.execute(removeContent, removal, context);
    } catch (error) {
      // Somebody else has removed it meanwhile.
      if (!(error instanceof Refusal && error.code === 'not_found')) throw error;
    }
  }
}
