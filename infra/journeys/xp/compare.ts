import { contentRpc, engagementRpc, gamificationRpc, identityRpc } from '@hearsay/contracts';
import { type ActorGroup, mustBeSame } from './acts.ts';

const activitiesPage = 100;

const countedOf = async (group: ActorGroup, who: number): Promise<number> => {
  let counted = 0;
  let before: string | null = null;
  for (;;) {
    const page: { id: string; counted: number }[] = (
      await group.call(gamificationRpc.xpActivities, { before, limit: activitiesPage }, who)
    ).activities;
    counted += page.reduce((sum, activity) => sum + activity.counted, 0);
    if (page.length < activitiesPage) return counted;
    before = page.at(-1)!.id;
  }
};

/** Requires a settled system. @throws when a count of the services differs from the model of the group */
export const compareWithModel = async (group: ActorGroup): Promise<void> => {
  const { model, ids } = group;
  const accountIds = [...ids];
  const { progress } = await group.call(gamificationRpc.progress, { accountIds }, 0);
  const { people } = await group.call(identityRpc.people, { ids: accountIds }, 0);
  for (const [who, id] of ids.entries()) {
    const { xp, level } = progress.find(({ accountId }) => accountId === id)!;
    mustBeSame(`XP and level of ${who}`, [xp, level], [model.xpOf(who), model.levelOf(who)]);
    mustBeSame(
      `the level of ${who} on their card`,
      people.find((person) => person.id === id)!.level,
      model.levelOf(who),
    );
    mustBeSame(`what the receipts of ${who} come to`, await countedOf(group, who), model.totalOf(who));
  }
  const items = model.present.map(({ contentType, id: contentId }) => ({ contentType, contentId }));
  for (const [who] of ids.entries()) {
    const { counts } = await group.call(engagementRpc.contentCounts, { items }, who);
    for (const post of model.present) {
      const { boostCount, repostCount, isBoosted, hasReposted } = counts.find(
        ({ contentId }) => contentId === post.id,
      )!;
      const wanted = [
        model.boostsOf(post),
        model.repostsOf(post),
        post.boosts.get(who)?.isBoosted ?? false,
        model.hasReposted(post, who),
      ];
      mustBeSame(`the counts of ${post.id}`, [boostCount, repostCount, isBoosted, hasReposted], wanted);
    }
  }
  const questionIds = model.present.filter(({ under }) => under === null).map(({ id }) => id);
  const { rooms } = await group.call(contentRpc.roomHeads, { questionIds }, 0);
  for (const id of questionIds) {
    const replies = model.present.filter(({ under }) => under?.id === id).length;
    mustBeSame(`the replies of ${id}`, rooms.find(({ questionId }) => questionId === id)?.replyCount, replies);
  }
};
