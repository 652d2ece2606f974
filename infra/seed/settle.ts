import { setTimeout as pause } from 'node:timers/promises';
import { contentRpc, engagementRpc, gamificationRpc, identityRpc, notificationRpc } from '@hearsay/contracts';
import { levelForXp } from '@hearsay/game-rules';
import type { SeedCalls } from './calls.ts';
import type { Expectation } from './expectation.ts';
import type { WrittenStory } from './write-acts.ts';

/** Far above what a busy machine needs: it only ends what would wait for ever. */
const timeoutMs = 300_000;
const pauseMs = 150;
const inboxPage = 100;

/** Where everything must stand; account ids by key. */
export interface Settled {
  readonly ids: ReadonlyMap<string, string>;
  readonly expectation: Expectation;
  readonly grants: ReadonlyMap<string, number>;
  /** Of all stories; those without a question id are still to come. */
  readonly written: readonly WrittenStory[];
  /** More may have happened already: a repeated seed finds what it wrote the first time. */
  readonly isLowerBound: boolean;
}

/** Notifications of a person; those of levels come as XP happens to arrive and are not counted. */
const countNotified = async (calls: SeedCalls, accountId: string): Promise<number> => {
  let count = 0;
  let before: string | null = null;
  for (;;) {
    const page: { id: string; kind: string }[] = (
      await calls.call(notificationRpc.inbox, { before, limit: inboxPage }, { accountId })
    ).notifications;
    count += page.filter((notification) => notification.kind !== 'level-up').length;
    if (page.length < inboxPage) return count;
    before = page.at(-1)!.id;
  }
};

const differencesOf = async (
  calls: SeedCalls,
  { ids, expectation, grants, written, isLowerBound }: Settled,
): Promise<string[]> => {
  const accounts = [...ids];
  const accountIds = accounts.map(([, id]) => id);
  const asked = written.flatMap((story, index) =>
    story.questionId === '' ? [] : [{ ...expectation.questions[index]!, id: story.questionId }],
  );
  const [{ progress }, { people }, { rooms }, { counts }] = await Promise.all([
    calls.call(gamificationRpc.progress, { accountIds }),
    calls.call(identityRpc.people, { ids: accountIds }),
    calls.call(contentRpc.roomHeads, { questionIds: asked.map(({ id }) => id) }),
    calls.call(engagementRpc.contentCounts, {
      items: asked.map(({ id }) => ({ contentType: 'question' as const, contentId: id })),
    }),
  ]);
  const differences: string[] = [];
  const compare = (what: string, is: number, wanted: number) => {
    if (isLowerBound ? is < wanted : is !== wanted) differences.push(`${what}: ${is}, expected ${wanted}`);
  };
  for (const [key, accountId] of accounts) {
    const wanted = (expectation.earned.get(key) ?? 0) + (grants.get(key) ?? 0);
    compare(`XP of ${key}`, progress.find((entry) => entry.accountId === accountId)?.xp ?? 0, wanted);
    compare(`level of ${key}`, people.find((person) => person.id === accountId)?.level ?? 0, levelForXp(wanted));
  }
  for (const question of asked) {
    compare(
      `replies of ${question.id}`,
      rooms.find((room) => room.questionId === question.id)?.replyCount ?? 0,
      question.discussionCount,
    );
    compare(
      `boosts of ${question.id}`,
      counts.find((count) => count.contentId === question.id)?.boostCount ?? 0,
      question.boostCount,
    );
  }
  if (differences.length > 0) return differences;
  await Promise.all([
    ...accounts.map(async ([key, accountId]) =>
      compare(`notifications of ${key}`, await countNotified(calls, accountId), expectation.notified.get(key) ?? 0),
    ),
    ...asked.map(async ({ id, isRevealed, isListed }) => {
      if (!isListed) return;
      const { questions } = await calls.call(contentRpc.questionViews, { ids: [id] });
      // One that is on its way back from a wipe is not there yet.
      compare(`reveal of ${id}`, Number(questions[0]?.isRevealed ?? -1), Number(isRevealed));
    }),
  ]);
  return differences;
};

/** Waits until all effects of what was written have arrived. @throws with what is still missing after five minutes. */
export const settle = async (calls: SeedCalls, settled: Settled): Promise<void> => {
  const until = Date.now() + timeoutMs;
  for (;;) {
    const differences = await differencesOf(calls, settled);
    if (differences.length === 0) return;
    if (Date.now() > until) {
      throw new Error(
        `Not everything has arrived (${differences.length} differences):\n  ${differences.slice(0, 12).join('\n  ')}`,
      );
    }
    await pause(pauseMs);
  }
};
