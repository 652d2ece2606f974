import { setTimeout as pause } from 'node:timers/promises';
import { contentRpc, moderationRpc } from '@hearsay/contracts';
import type { SeedCalls } from './calls.ts';
import { type SeedWipe, wipes } from './wipes.ts';

const dayMs = 86_400_000;
const pauseMs = 150;
/** Wipes of one answer: more than the seed makes. */
const mostWipes = 100;

interface Options {
  readonly ids: ReadonlyMap<string, string>;
  readonly instant: number;
}

const whenOf =
  (instant: number) =>
  (daysAgo: number): string =>
    new Date(instant - daysAgo * dayMs).toISOString();

const known = async (calls: SeedCalls) => (await calls.call(moderationRpc.wipes, { limit: mostWipes })).wipes;

/**
 * Undoes a wipe and waits until everything is back: before that nobody can talk about it, nor read it. The same wipe is undone under the same key, so that
 * a repeat changes nothing.
 */
const undo = async (
  calls: SeedCalls,
  { ids, instant }: Options,
  { by, undoneAgo }: SeedWipe,
  wipeId: string,
): Promise<void> => {
  if (undoneAgo === undefined) return;
  const act = { accountId: ids.get(by)!, now: whenOf(instant)(undoneAgo), key: `undo ${wipeId}` };
  await calls.call(moderationRpc.undoWipe, { wipeId }, act);
  const isBack = async () => (await known(calls)).some((wipe) => wipe.wipeId === wipeId && wipe.done === wipe.total);
  while (!(await isBack())) await pause(pauseMs);
};

/** Undoes what an interrupted run of the seed had wiped by mistake. */
export const finishUndoing = async (calls: SeedCalls, options: Options): Promise<void> => {
  const mistakes = new Map(
    wipes.filter(({ undoneAgo }) => undoneAgo !== undefined).map((wipe) => [options.ids.get(wipe.subject)!, wipe]),
  );
  for (const { wipeId, subjectId } of await known(calls)) {
    const mistake = mistakes.get(subjectId);
    if (mistake) await undo(calls, options, mistake, wipeId);
  }
};

/** Ambassadors wipe what some have posted; one of the wipes is undone again. */
export const writeWipes = async (calls: SeedCalls, options: Options): Promise<void> => {
  const { ids, instant } = options;
  const at = whenOf(instant);
  const earlier = await known(calls);
  for (const [index, wipe] of wipes.entries()) {
    const { subject, posts, by, ago } = wipe;
    const subjectId = ids.get(subject)!;
    // A repeated seed finds nothing of what was wiped the first time.
    const isWiped = earlier.some((other) => other.subjectId === subjectId);
    for (const [place, { title, description, ago: postedAgo }] of isWiped ? [] : posts.entries()) {
      const question = { title, description, isAnonymous: false, allowAnonymousAnswers: true, replyBoostThreshold: 0 };
      await calls.call(contentRpc.askQuestion, question, {
        accountId: subjectId,
        now: at(postedAgo),
        key: `wiped ${index} ${place}`,
      });
    }
    const act = { accountId: ids.get(by)!, now: at(ago), key: `wipe ${index}` };
    const { wipeId } = await calls.call(moderationRpc.startWipe, { subjectId }, act);
    await undo(calls, options, wipe, wipeId);
  }
};
