import { steadyNow } from '@hearsay/contracts';
import type { CommandPipeline } from '@hearsay/event-store';
import type { DueRow } from '@hearsay/service-runtime';
import type pg from 'pg';
import { hidePodcast, showPodcast } from '../podcasts/podcast.decider.js';
import { removeContent, restoreContent } from '../removals/remove-content.decider.js';
import type { HidingQueries, Post } from './hiding.queries.js';

/** How many posts are taken away or brought back before the database is asked again what is left. */
const chunk = 100;
const timeoutMs = 30_000;

/** What follows a hiding: one removal after the other. It can be killed anywhere and goes on with what is left. */
export class HidingWork {
  constructor(
    private readonly pool: pg.Pool,
    private readonly pipeline: CommandPipeline,
    private readonly queries: HidingQueries,
  ) {}

  /** Hidings with something left to do. */
  async due(): Promise<DueRow[]> {
    const dueAt = new Date().toISOString();
    return (await this.queries.running()).map((id) => ({ id, dueAt }));
  }

  /**
   * Takes all named posts of a person away, or brings them back; should it be turned round meanwhile, it goes on the other way. What another hiding is
   * just giving back comes back first, and is then taken away with the rest: else it would follow behind the end.
   */
  async run(removalId: string): Promise<void> {
    for (;;) {
      const hiding = await this.queries.hiding(removalId);
      if (!hiding?.isRunning) return;
      const { accountId, isShown, cause } = hiding;
      const posts = await this.queries.left(removalId, hiding, chunk);
      const returning = isShown || posts.length > 0 ? [] : await this.queries.returning(accountId);
      await Promise.all(posts.map((post) => this.#change(post, removalId, isShown, cause)));
      for (const other of returning) await this.run(other);
      if (posts.length === 0 && returning.length === 0) await this.#end(removalId, accountId, isShown);
    }
  }

  /** Unless it was turned round meanwhile, or something of the same person has begun to come back. */
  async #end(removalId: string, accountId: string, isShown: boolean): Promise<void> {
    await this.pool.query(
      `update hidings set is_running = false where removal_id = $1 and is_shown = $3 and is_running
         and ($3 or not exists (select from hidings other where other.account_id = $2 and other.is_shown and other.is_running))`,
      [removalId, accountId, isShown],
    );
  }

  async #change(
    { contentType, contentId, questionId }: Post,
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
    else await this.pipeline.execute(removeContent, { ...post, by: cause }, context);
  }
}
