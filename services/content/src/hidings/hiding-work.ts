import { Refusal, steadyNow } from '@hearsay/contracts';
import type { CommandPipeline } from '@hearsay/event-store';
import type { DueRow } from '@hearsay/service-runtime';
import type pg from 'pg';
import { hidePodcast, showPodcast } from '../podcasts/podcast.decider.js';
import { removeContent, restoreContent } from '../removals/remove-content.decider.js';
import type { HidingQueries, PostRef } from './hiding.queries.js';

const chunk = 100;
const timeoutMs = 30_000;

/**
 * Hides or restores the posts of a hiding one by one. After a crash, the next run continues with the remaining posts.
 */
export class HidingRunner {
  constructor(
    private readonly pool: pg.Pool,
    private readonly pipeline: CommandPipeline,
    private readonly queries: HidingQueries,
  ) {}

  /** Hidings whose posts are still being hidden or restored, all due now. */
  async runningHidings(): Promise<DueRow[]> {
    return (await this.queries.runningHidingIds()).map((id) => ({ id, dueInMs: 0 }));
  }

  /**
   * Hides or restores all posts of this hiding. If another hiding of the person is being undone, it completes that undo
   * first and then hides the restored posts. Otherwise posts restored later would stay visible.
   */
  async runHiding(removalId: string): Promise<void> {
    for (;;) {
      const hiding = await this.queries.findHiding(removalId);
      if (!hiding?.isRunning) return;
      const { accountId, isShown, cause } = hiding;
      const posts = await this.queries.postsToChange(removalId, hiding, chunk);
      const returning = isShown || posts.length > 0 ? [] : await this.queries.runningRestorations(accountId);
      await Promise.all(posts.map((post) => this.#hideOrRestore(post, removalId, isShown, cause)));
      for (const other of returning) await this.runHiding(other);
      if (posts.length === 0 && returning.length === 0) await this.#endHiding(removalId, accountId, isShown);
    }
  }

  /**
   * Marks the hiding or its undo as done. Does nothing if the hiding was undone meanwhile, or if another hiding of the
   * person has begun to restore posts.
   */
  async #endHiding(removalId: string, accountId: string, isShown: boolean): Promise<void> {
    await this.pool.query(
      `update hidings set is_running = false where removal_id = $1 and is_shown = $3 and is_running
         and ($3 or not exists (select from hidings other where other.account_id = $2 and other.is_shown and other.is_running))`,
      [removalId, accountId, isShown],
    );
  }

  async #hideOrRestore(
    { contentType, contentId, questionId }: PostRef,
    removalId: string,
    isShown: boolean,
    cause: 'wipe' | 'account',
  ): Promise<void> {
    const context = { accountId: null, correlationId: null, deadline: steadyNow() + timeoutMs };
    if (contentType === 'podcast') {
      const episode = { podcastId: contentId, removalId };
      if (isShown) await this.pipeline.execute(showPodcast, episode, context);
      else await this.pipeline.execute(hidePodcast, { ...episode, cause }, context);
      return;
    }
    const post = { contentType, contentId, questionId, removalId };
    if (isShown) await this.pipeline.execute(restoreContent, post, context);
    else
      await this.pipeline.execute(removeContent, { ...post, by: cause }, context).catch((error: unknown) => {
        // Another process or the author has already removed this post.
        if (!(error instanceof Refusal && error.code === 'not_found')) throw error;
      });
  }
}
