import { randomInt } from 'node:crypto';
import { Refusal, steadyNow } from '@hearsay/contracts';
import type { CommandPipeline } from '@hearsay/event-store';
import { type Logger, type SealedAuthors, uuidv7 } from '@hearsay/service-runtime';
import type pg from 'pg';
import { type RemoveContent, removeContent } from '../removals/remove-content.decider.js';
import { lateRemovalTime, openPlan, removalSpanOf, removalTimeOf } from './anonymous-plan.js';

export const scheduleEveryMs = 3_600_000;
/** Each run schedules removals up to this far ahead. Runs overlap, so that no post falls between two of them. */
const scheduleAheadMs = scheduleEveryMs + 60_000;
/**
 * A plan is kept this long after its span. Until then, a restored question may bring back anonymous replies that must
 * still be removed.
 */
const keepPlanAfterSpanMs = 5 * 24 * 3_600_000;
const timeoutMs = 30_000;

interface PlanRow {
  readonly removalId: string;
  readonly sealed: string;
  readonly begunAt: string;
  readonly erasedAt: string;
}

type AnonymousPost = Pick<RemoveContent, 'contentType' | 'contentId' | 'questionId'>;

interface DuePost {
  readonly post: AnonymousPost;
  /** Milliseconds since 1970. */
  readonly at: number;
}

interface AnonymousRemovalsOptions {
  readonly pool: Pick<pg.Pool, 'query'>;
  readonly pipeline: Pick<CommandPipeline, 'execute'>;
  readonly seals: SealedAuthors;
  readonly log: Pick<Logger, 'warn'>;
  readonly now: () => number;
  readonly random?: () => number;
}

/**
 * Removes anonymous posts of deleted accounts. Each removal looks as if the author had removed the post. It shares no
 * cause, id, time, transaction or rhythm with the deletion of the account, and changes no row of the plan.
 */
export class AnonymousRemovals {
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #running = new Set<Promise<unknown>>();
  #isStopped = false;

  constructor(private readonly options: AnonymousRemovalsOptions) {}

  /** Drops the timers and waits for running removals. The next process schedules the dropped posts again. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const waiting of this.#timers.values()) clearTimeout(waiting);
    await Promise.all(this.#running);
  }

  /** Posts that are overdue or due before the next run. If one plan fails, those of other accounts are still read. */
  async duePosts(now: number): Promise<DuePost[]> {
    const { rows } = await this.options.pool.query<PlanRow>(
      `select removal_id as "removalId", anonymous_plan as sealed, begun_at as "begunAt", erased_at as "erasedAt" from hidings
       where anonymous_plan is not null and erased_at is not null`,
    );
    const duePosts: DuePost[] = [];
    for (const row of rows) {
      try {
        duePosts.push(...(await this.#duePostsOf(row, now)));
      } catch (err) {
        this.#warn(err);
      }
    }
    return duePosts;
  }

  /** Does nothing if the post is gone already. */
  async removePost({ contentType, contentId, questionId }: AnonymousPost): Promise<void> {
    const by = { isAuthor: true, isAsker: false, isTarget: false, isAmbassador: false };
    const removal = { contentType, contentId, questionId, removalId: uuidv7(), by };
    const context = { accountId: null, correlationId: null, deadline: steadyNow() + timeoutMs };
    try {
      await this.options.pipeline.execute(removeContent, removal, context);
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'not_found')) throw error;
    }
  }

  /** Deletes the plan five days after its span. Gives overdue posts a random later time. */
  async #duePostsOf(row: PlanRow, now: number): Promise<DuePost[]> {
    const { pool, seals, random = () => randomInt(2 ** 32) / 2 ** 32 } = this.options;
    const span = removalSpanOf(row);
    if (now >= span.to + keepPlanAfterSpanMs) {
      await pool.query('update hidings set anonymous_plan = null where removal_id = $1', [row.removalId]);
      return [];
    }
    const plan = openPlan(seals, row.sealed);
    if (!plan?.authorId || now + scheduleAheadMs < span.from) return [];
    return (await this.#postsOf(seals.tagOf(plan.authorId))).flatMap((post) => {
      const at = removalTimeOf(plan, post.contentId, span);
      if (at > now + scheduleAheadMs) return [];
      return [{ post, at: at > now ? at : lateRemovalTime(span, now, random()) }];
    });
  }

  /** Leaves out replies of removed questions, because these are hidden already. */
  async #postsOf(tag: string): Promise<AnonymousPost[]> {
    const { rows } = await this.options.pool.query<AnonymousPost>(
      `select 'question' as "contentType", q.id as "contentId", q.id as "questionId" from questions q
       where q.owner_tag = $1 and q.removal_id is null
       union all
       select 'discussion', r.id, r.question_id from replies r join questions q on q.id = r.question_id
       where r.owner_tag = $1 and r.removal_id is null and q.removal_id is null`,
      [tag],
    );
    return rows;
  }

  /**
   * Sets a timer for each post that is due before the next run. Returns false, which tells the sweep that no work is
   * left for this run.
   */
  async scheduleRemovals(): Promise<false> {
    const { now } = this.options;
    for (const { post, at } of await this.duePosts(now())) {
      if (!this.#isStopped && !this.#timers.has(post.contentId)) {
        const timer = setTimeout(() => this.#removeNow(post), Math.max(0, at - now()));
        this.#timers.set(post.contentId, timer.unref());
      }
    }
    return false;
  }

  /** If the removal fails, the next run finds the post again and treats it as late. */
  #removeNow(post: AnonymousPost): void {
    const running = this.removePost(post)
      .catch((err: unknown) => this.#warn(err))
      .finally(() => {
        this.#timers.delete(post.contentId);
        this.#running.delete(running);
      });
    this.#running.add(running);
  }

  #warn(err: unknown): void {
    this.options.log.warn({ err }, 'Anonymous posts could not be removed');
  }
}
