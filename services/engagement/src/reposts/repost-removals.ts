import type { CommandContext, CommandPipeline } from '@hearsay/event-store';
import { removeReposts, restoreReposts } from './repost.decider.js';
import type { RepostQueries } from './repost.queries.js';

/** How many reposts one command takes away or brings back: it locks the counters of all of them. */
const perCommand = 100;

/** All reposts of one person, away under one removal and back again. Both can be repeated from wherever they were stopped. */
export class RepostRemovals {
  constructor(
    private readonly pipeline: CommandPipeline,
    private readonly queries: RepostQueries,
  ) {}

  /** Answers how many it took away. */
  async hideAll(reposterId: string, removalId: string, context: CommandContext): Promise<number> {
    let count = 0;
    for (;;) {
      const reposts = await this.queries.refsOf(reposterId, null, perCommand);
      if (reposts.length === 0) return count;
      const hidden = await this.pipeline.execute(removeReposts, { reposterId, removalId, reposts }, context);
      count += hidden.changed.length;
    }
  }

  /** Answers how many it brought back. */
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
