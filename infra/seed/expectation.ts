import { xpAmounts } from '@hearsay/game-rules';
import type { Act, Plan } from './plan.ts';

/** Where every person and question must stand once all acts have had their effects. */
export interface Expectation {
  /** By person: XP of the acts alone. */
  readonly earned: ReadonlyMap<string, number>;
  /** By person: notifications about replies, boosts and reveals. */
  readonly notified: ReadonlyMap<string, number>;
  /** In the order of the stories. */
  readonly questions: readonly { readonly discussionCount: number; readonly boostCount: number; readonly isRevealed: boolean }[];
}

export interface Award {
  readonly rule: 'question-posted' | 'answer-given' | 'boost-given' | 'boost-received';
  readonly to: string;
  readonly ago: number;
}

const ownerOf = ({ stories }: Plan, act: Act): string => {
  const { story, lines } = stories[act.story]!;
  return act.kind === 'boost' && act.line !== null ? lines[act.line]!.by : story.by;
};

/** Whether what an act is about is anonymous: what was boosted, or the question that was answered. */
const isAboutAnonymous = ({ stories }: Plan, act: Act): boolean => {
  const { story, lines } = stories[act.story]!;
  return act.kind === 'boost' && act.line !== null ? lines[act.line]!.isAnonymous : (story.isAnonymous ?? false);
};

/**
 * Every award of XP that the acts bring, in their order. One's own named content earns nothing; one's own anonymous content counts as
 * anybody's for who answers and boosts it, and named and anonymous first answers count apart.
 */
export const awardsOf = (plan: Plan): Award[] => {
  const answered = new Set<string>();
  return plan.acts.flatMap((act): Award[] => {
    const owner = ownerOf(plan, act);
    const { by, ago } = act;
    if (act.kind === 'ask') return [{ rule: 'question-posted', to: by, ago }];
    if (by === owner && !isAboutAnonymous(plan, act)) return [];
    if (act.kind === 'boost') {
      const given: Award = { rule: 'boost-given', to: by, ago };
      return by === owner ? [given] : [given, { rule: 'boost-received', to: owner, ago }];
    }
    const key = `${act.story} ${by} ${plan.stories[act.story]!.lines[act.line]!.isAnonymous}`;
    const isFirst = !answered.has(key);
    answered.add(key);
    return isFirst ? [{ rule: 'answer-given', to: by, ago }] : [];
  });
};

/** Whom an act notifies, each with what the notification is grouped under. */
const notices = (plan: Plan, act: Act): { to: string; about: string }[] => {
  if (act.kind === 'ask') return [];
  const { story, lines } = plan.stories[act.story]!;
  if (act.kind === 'boost')
    return [{ to: ownerOf(plan, act), about: `boosts of ${act.story} ${act.line}` }].filter(({ to }) => to !== act.by);
  const { parent } = lines[act.line]!;
  const recipients = new Set([story.by, ...(parent === null ? [] : [lines[parent]!.by])]);
  recipients.delete(act.by);
  return [...recipients].map((to) => ({ to, about: `replies under ${act.story}` }));
};

const add = (counts: Map<string, number>, key: string, amount: number) => counts.set(key, (counts.get(key) ?? 0) + amount);

/**
 * What follows from the acts until `readAgo` (seconds before the seed), or from all of them with everybody having read
 * their bell at that instant: boosts of one thing and replies under one question then count anew.
 */
export const expect = (plan: Plan, options: { readAgo: number; onlyUntilThen: boolean }): Expectation => {
  const isPast = (act: { ago: number }) => act.ago >= options.readAgo;
  const happens = (act: { ago: number }) => isPast(act) || !options.onlyUntilThen;
  const acts = plan.acts.filter(happens);
  const earned = new Map<string, number>();
  for (const award of awardsOf(plan).filter(happens)) add(earned, award.to, xpAmounts[award.rule]);
  const notified = new Map<string, number>();
  const known = new Set<string>();
  for (const act of acts) {
    for (const { to, about } of notices(plan, act)) {
      const key = `${isPast(act)} ${to} ${about}`;
      if (!known.has(key)) add(notified, to, 1);
      known.add(key);
    }
  }
  const questions = plan.stories.map(({ story }, index) => {
    const own = acts.filter((act) => act.story === index);
    const boostCount = own.filter((act) => act.kind === 'boost' && act.line === null).length;
    const isReached = story.threshold !== undefined && boostCount >= story.threshold;
    if (isReached) add(notified, story.by, 1);
    return {
      discussionCount: own.filter((act) => act.kind === 'reply').length,
      boostCount,
      isRevealed: story.threshold === undefined || isReached,
    };
  });
  return { earned, notified, questions };
};

/** XP that an operator has to add, by person. */
export const grantsOf = (plan: Plan, expectation: Expectation): Map<string, number> =>
  new Map(plan.people.flatMap(({ key, xp }) => (xp === undefined ? [] : [[key, xp - (expectation.earned.get(key) ?? 0)] as const])));
