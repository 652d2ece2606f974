import { contentRpc, moderationRpc } from '@hearsay/contracts';
import type { SeedCalls } from './calls.ts';
import { wipes } from './wipes.ts';

const dayMs = 86_400_000;

/** Ambassadors wipe what some have posted; one of the wipes is undone again. */
export const writeWipes = async (calls: SeedCalls, options: { ids: ReadonlyMap<string, string>; instant: number }): Promise<void> => {
  const { ids, instant } = options;
  const at = (daysAgo: number): string => new Date(instant - daysAgo * dayMs).toISOString();
  const { wipes: earlier } = await calls.call(moderationRpc.wipes, { limit: 100 });
  for (const [index, { subject, posts, by, ago, undoneAgo }] of wipes.entries()) {
    const subjectId = ids.get(subject)!;
    // A repeated seed finds nothing of what was wiped the first time.
    const isWiped = earlier.some((wipe) => wipe.subjectId === subjectId);
    for (const [place, { title, description, ago: postedAgo }] of isWiped ? [] : posts.entries()) {
      const question = { title, description, isAnonymous: false, allowAnonymousAnswers: true, replyBoostThreshold: 0 };
      await calls.call(contentRpc.askQuestion, question, { accountId: subjectId, now: at(postedAgo), key: `wiped ${index} ${place}` });
    }
    const ambassador = { accountId: ids.get(by)! };
    const { wipeId } = await calls.call(moderationRpc.startWipe, { subjectId }, { ...ambassador, now: at(ago), key: `wipe ${index}` });
    if (undoneAgo === undefined) continue;
    await calls.call(moderationRpc.undoWipe, { wipeId }, { ...ambassador, now: at(undoneAgo), key: `undo ${index}` });
  }
};
