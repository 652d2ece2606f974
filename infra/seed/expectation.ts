import { xpAmounts } from '@hearsay/game-rules';
import { episodes } from './episodes.ts';
import type { Act, Plan } from './plan.ts';
import type { Scene, Subject } from './scene-plan.ts';
import { wipes } from './wipes.ts';

/** Where every person and question must stand once all acts have had their effects. */
export interface Expectation {
  /** By person: XP of the acts alone. */
  readonly earned: ReadonlyMap<string, number>;
  /** By person: notifications about everything but levels. */
  readonly notified: ReadonlyMap<string, number>;
  /** In the order of the stories. */
  readonly questions: readonly {
    readonly discussionCount: number;
    readonly boostCount: number;
    readonly isRevealed: boolean;
    /** False: it waits for the one who was asked. */
    readonly isListed: boolean;
  }[];
}

export interface Award {
  readonly rule: keyof typeof xpAmounts;
  readonly to: string;
  readonly ago: number;
}

const ownerOf = ({ stories }: Plan, act: Act): string => {
  const { story, lines } = stories[act.story]!;
  return act.kind === 'boost' && act.line !== null ? lines[act.line]!.by : story.by;
};
const ownerOfSubject = ({ stories }: Plan, about: Subject): string => {
  if ('episode' in about) return episodes[about.episode]!.by;
  const { story, lines } = stories[about.story]!;
  return about.line === null ? story.by : lines[about.line]!.by;
};

/** Whether what an act is about is anonymous: what was boosted, or the question that was answered. */
const isAboutAnonymous = ({ stories }: Plan, act: Act): boolean => {
  const { story, lines } = stories[act.story]!;
  return act.kind === 'boost' && act.line !== null ? lines[act.line]!.isAnonymous : (story.isAnonymous ?? false);
};

const awardsOfScene = (scene: Scene): Award[] => {
  const { by, ago } = scene;
  if (scene.kind === 'publish') return [{ rule: 'podcast-published', to: by, ago }];
  if (scene.kind !== 'boost') return [];
  const received = { rule: 'boost-received', to: episodes[scene.episode]!.by, ago } as const;
  return [{ rule: 'boost-given', to: by, ago }, received];
};

/**
 * Every award of XP that the acts bring, in their order. One's own named content earns nothing; one's own anonymous content counts as
 * anybody's for who answers and boosts it, and named and anonymous first answers count apart.
 */
export const awardsOf = (plan: Plan): Award[] => {
  const answered = new Set<string>();
  const answering = (story: number, by: string, isAnonymous: boolean, ago: number): Award[] => {
    const key = `${story} ${by} ${isAnonymous}`;
    const isFirst = !answered.has(key);
    answered.add(key);
    return isFirst ? [{ rule: 'answer-given', to: by, ago }] : [];
  };
  const ofActs = plan.acts.flatMap((act): Award[] => {
    const owner = ownerOf(plan, act);
    const { by, ago } = act;
    const { story, lines } = plan.stories[act.story]!;
    if (act.kind === 'ask') return story.to === undefined ? [{ rule: 'question-posted', to: by, ago }] : [];
    if (act.kind === 'decide') {
      if (story.decided?.as !== 'approved') return [];
      return [
        { rule: 'question-approved', to: story.by, ago },
        ...(story.decided.answer ? answering(act.story, by, false, ago) : []),
      ];
    }
    if (by === owner && !isAboutAnonymous(plan, act)) return [];
    if (act.kind === 'reply') return answering(act.story, by, lines[act.line]!.isAnonymous, ago);
    const given: Award = { rule: 'boost-given', to: by, ago };
    return by === owner ? [given] : [given, { rule: 'boost-received', to: owner, ago }];
  });
  return [...ofActs, ...plan.scenes.flatMap(awardsOfScene)];
};

interface Notice {
  readonly to: string;
  /** What the notification is grouped under. */
  readonly about: string;
}

/** Whom an act notifies. */
const notices = (plan: Plan, act: Act): Notice[] => {
  const { story, lines } = plan.stories[act.story]!;
  const repliesUnder = `replies under ${act.story}`;
  if (act.kind === 'ask') return story.to === undefined ? [] : [{ to: story.to, about: `asked ${act.story}` }];
  if (act.kind === 'decide') {
    if (story.decided?.as !== 'approved') return [];
    const approved = { to: story.by, about: `approved ${act.story}` };
    return story.decided.answer ? [approved, { to: story.by, about: repliesUnder }] : [approved];
  }
  if (act.kind === 'boost')
    return [{ to: ownerOf(plan, act), about: `boosts of ${act.story} ${act.line}` }].filter(({ to }) => to !== act.by);
  const { parent } = lines[act.line]!;
  const recipients = new Set([story.by, ...(parent === null ? [] : [lines[parent]!.by])]);
  recipients.delete(act.by);
  return [...recipients].map((to) => ({ to, about: repliesUnder }));
};

const noticesOfScene = (plan: Plan, scene: Scene, index: number): Notice[] => {
  const { by } = scene;
  const about = `scene ${index}`;
  switch (scene.kind) {
    case 'boost':
      return [{ to: episodes[scene.episode]!.by, about: `boosts of episode ${scene.episode}` }];
    case 'repost':
      return [{ to: ownerOfSubject(plan, scene.about), about }].filter(({ to }) => to !== by);
    case 'follow':
      return [{ to: scene.whom, about }];
    case 'report':
      return plan.people
        .filter(({ key, role }) => role === 'ambassador' && key !== by)
        .map(({ key }) => ({ to: key, about }));
    case 'resolve': {
      const filed = plan.scenes.find((other) => other.kind === 'report' && other.report === scene.report)!;
      return filed.by === by ? [] : [{ to: filed.by, about }];
    }
    default:
      return [];
  }
};

const add = (counts: Map<string, number>, key: string, amount: number) =>
  counts.set(key, (counts.get(key) ?? 0) + amount);

/**
 * What follows from the acts until `readAgoSeconds` before the seed, or from all of them with everybody having read
 * their bell at that instant: boosts of one thing and replies under one question then count anew.
 */
export const expect = (plan: Plan, options: { readAgoSeconds: number; onlyUntilThen: boolean }): Expectation => {
  const isPast = (act: { ago: number }) => act.ago >= options.readAgoSeconds;
  const happens = (act: { ago: number }) => isPast(act) || !options.onlyUntilThen;
  const acts = plan.acts.filter(happens);
  const earned = new Map<string, number>();
  for (const award of awardsOf(plan).filter(happens)) add(earned, award.to, xpAmounts[award.rule]);
  const notified = new Map<string, number>();
  const known = new Set<string>();
  const tell = (act: { ago: number }, told: readonly Notice[]) => {
    for (const { to, about } of told) {
      const key = `${isPast(act)} ${to} ${about}`;
      if (!known.has(key)) add(notified, to, 1);
      known.add(key);
    }
  };
  for (const act of acts) tell(act, notices(plan, act));
  for (const [index, scene] of plan.scenes.entries())
    if (happens(scene)) tell(scene, noticesOfScene(plan, scene, index));
  // Of a wipe, and of its undoing, the subject is told.
  if (!options.onlyUntilThen)
    for (const { subject, undoneAgo } of wipes) add(notified, subject, undoneAgo === undefined ? 1 : 2);
  const questions = plan.stories.map(({ story }, index) => {
    const own = acts.filter((act) => act.story === index);
    const boostCount = own.filter((act) => act.kind === 'boost' && act.line === null).length;
    const isReached = (threshold: number | undefined) => threshold !== undefined && boostCount >= threshold;
    const answer = own.some((act) => act.kind === 'decide') ? story.decided?.answer : undefined;
    if (isReached(story.threshold) || isReached(answer?.threshold)) add(notified, story.by, 1);
    return {
      discussionCount: own.filter((act) => act.kind === 'reply').length + (answer ? 1 : 0),
      boostCount,
      isRevealed: story.threshold === undefined || isReached(story.threshold),
      isListed:
        story.to === undefined || (story.decided?.as === 'approved' && own.some((act) => act.kind === 'decide')),
    };
  });
  return { earned, notified, questions };
};

/** XP that an operator has to add, by person. */
export const grantsOf = (plan: Plan, expectation: Expectation): Map<string, number> =>
  new Map(
    plan.people.flatMap(({ key, xp }) =>
      xp === undefined ? [] : [[key, xp - (expectation.earned.get(key) ?? 0)] as const],
    ),
  );
