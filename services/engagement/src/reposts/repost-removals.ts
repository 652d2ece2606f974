import type { CommandContext, CommandPipeline } from '@hearsay/event-store';
import { removeReposts, restoreReposts } from './repost.decider.js';
import type { RepostQueries } from './repost.queries.js';

/** Reposts per command. A command locks the counter of each. */
const perCommand = 100;

export class RepostRemovals {
  constructor(
    private readonly pipeline: CommandPipeline,
    private readonly queries: RepostQueries,
  ) {}

  async hideAll(reposterId: string, removalId: string, context: CommandContext): Promise<number> {
    let count = 0;
    for (;;) {
      const reposts = await this.queries.refsOf(reposterId, null, perCommand);
      if (reposts.length === 0) return count;
      const hidden = await this.pipeline.execute(removeReposts, { reposterId, removalId, reposts }, context);
      count += hidden.changed.length;
    }
  }

  async showAll(reposterId: string, removalId: string, context: CommandContext): Promise<number> {
    let count = 0;
    for (;;) {
      const reposts = await this.queries.refsOf(reposterId, removalId, perCommand);
      if (reposts.length === 0) return count;
      const shown = await this.pipeline.execute(restoreReposts, { reposterId, removalId, reposts }, context);
      count += shown.changed.length;
    }
  }
}
