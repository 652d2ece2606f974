import { type AnonymousPostsChoice, contentRpc, Refusal } from '@hearsay/contracts';
import type { CommandPipeline } from '@hearsay/event-store';
import { handlersOf } from '@hearsay/messaging';
import { type Authors, commandContext, type SealedAuthors } from '@hearsay/service-runtime';
import type { AuthorIds } from '../authors/authorship.js';
import { sealPlan } from './anonymous-plan.js';
import { hideContent, showContent } from './hiding.decider.js';
import type { HidingQueries } from './hiding.queries.js';

interface HidingDependencies {
  readonly pipeline: CommandPipeline;
  readonly queries: HidingQueries;
  readonly seals: SealedAuthors;
  readonly authors: Authors;
  readonly authorIds: AuthorIds;
}

export const hidingHandlers = ({ pipeline, queries, seals, authors, authorIds }: HidingDependencies) => {
  /** @throws Refusal `unavailable` */
  const planFor = async (accountId: string, anonymousPosts: AnonymousPostsChoice): Promise<string> => {
    if (anonymousPosts === 'keep') return sealPlan(seals, null);
    const authorId = await authors.authorOf(accountId);
    // The account has an author id whose seal cannot be opened. A plan without the author would keep the posts.
    if (authorId === null && (await authorIds.hasPair(accountId))) throw new Refusal('unavailable');
    return sealPlan(seals, authorId);
  };

  return handlersOf(contentRpc, {
    countPostsOf: async ({ accountId }) => ({ counts: await queries.countPosts(accountId) }),

    async hideContentOf(input, context) {
      const { anonymousPosts, ...hiding } = input;
      const counts = await queries.countPosts(input.accountId);
      const total = counts.questions + counts.discussions + counts.podcasts;
      const plan = input.cause === 'wipe' ? null : await planFor(input.accountId, anonymousPosts);
      const command = { ...hiding, total, plan, isChosen: plan !== null };
      await pipeline.execute(hideContent, command, commandContext({ ...context, accountId: null }, input));
      return { counts };
    },

    async showContentOf(input, context) {
      const hiding = await queries.findHiding(input.removalId);
      if (!hiding) throw new Refusal('not_found');
      const command = { removalId: input.removalId, accountId: hiding.accountId };
      return pipeline.execute(showContent, command, commandContext({ ...context, accountId: null }, input));
    },

    hidingProgress: async ({ removalIds }) => ({ hidings: await queries.progress(removalIds) }),
  });
};
