import { chanceOf, drawWeighted } from './chance.ts';
import type { SeedPerson } from './people.ts';
import { planScenes, type Scene } from './scene-plan.ts';
import { type PlannedStory, readScript } from './script.ts';
import type { Story } from './stories/story.ts';

/** One thing that somebody does. Instants are seconds before the seed. */
export type Act =
  | { readonly kind: 'ask'; readonly story: number; readonly by: string; readonly ago: number }
  /** Whoever was asked approves the question, perhaps with a pinned answer, or leaves it alone. */
  | { readonly kind: 'decide'; readonly story: number; readonly by: string; readonly ago: number }
  | { readonly kind: 'reply'; readonly story: number; readonly by: string; readonly ago: number; readonly line: number }
  /** Without a line the question itself is boosted. */
  | {
      readonly kind: 'boost';
      readonly story: number;
      readonly by: string;
      readonly ago: number;
      readonly line: number | null;
    };

export interface Plan {
  readonly people: readonly SeedPerson[];
  readonly stories: readonly PlannedStory[];
  /** In the order in which they happen. */
  readonly acts: readonly Act[];
  /** What people do with what is there; in the order in which it happens. */
  readonly scenes: readonly Scene[];
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const usualChatHours = 18;
const usualBoostDays = 3;
/** Of the time a question has been there, so much may be filled; the rest is quiet. */
const liveliness = 0.9;

/** How much later each of `count` moments comes, 0 to 1, rising; the last one is 1. */
const moments = (count: number, chance: () => number): number[] => {
  const gaps = Array.from({ length: count }, () => 0.15 + chance() ** 2 * 2);
  const sum = gaps.reduce((total, gap) => total + gap, 0);
  let passed = 0;
  return gaps.map((gap) => {
    passed += gap;
    return passed / sum;
  });
};

const planStory = (index: number, { story, lines }: PlannedStory, people: readonly SeedPerson[]): Act[] => {
  const chance = chanceOf(story.title);
  const ask: Act = { kind: 'ask', story: index, by: story.by, ago: Math.round(story.asked * day) };
  const { to, decided } = story;
  const decide: Act[] =
    to && decided ? [{ kind: 'decide', story: index, by: to, ago: Math.round(decided.ago * day) }] : [];
  // What is asked of one person begins for everybody else when that person has approved it.
  const asked = decide[0]?.ago ?? ask.ago;
  const weightAt = (ago: number, author: string) => (person: SeedPerson) =>
    person.key !== author && person.joined * day > ago ? person.boosting : 0;

  const chatLasts = Math.min((story.hours ?? usualChatHours) * hour, asked * liveliness);
  const said = moments(lines.length, chance).map((part) => Math.round(asked - part * chatLasts));
  const replies = lines.map(
    (line, at): Act => ({ kind: 'reply', story: index, by: line.by, ago: said[at]!, line: at }),
  );

  const boostsLast =
    story.lastBoostMinutesAgo === undefined
      ? Math.min(usualBoostDays * day, asked * liveliness)
      : asked - story.lastBoostMinutesAgo * minute;
  const boosters = drawWeighted(people, weightAt(asked, story.by), story.boosts, chance);
  // Most of the boosts come early.
  const boosts = boosters.map((person, at): Act => {
    const part = ((at + 1) / boosters.length) ** 1.5;
    return { kind: 'boost', story: index, by: person.key, ago: Math.round(asked - part * boostsLast), line: null };
  });

  const cheers = lines.flatMap((line, at): Act[] => {
    const count = line.boosts ?? (chance() < 0.3 ? 1 + Math.floor(chance() * 2) : 0);
    const from = said[at]!;
    const lasts = Math.min(6 * hour, from * liveliness);
    return drawWeighted(people, weightAt(from, line.by), count, chance).map((person, place) => ({
      kind: 'boost',
      story: index,
      by: person.key,
      ago: Math.round(from - ((place + 1) / count) * lasts),
      line: at,
    }));
  });

  return [ask, ...decide, ...replies, ...boosts, ...cheers];
};

/** Everything that happens, from the stories alone: the same stories make the same plan. */
export const planCommunity = (people: readonly SeedPerson[], stories: readonly Story[]): Plan => {
  const planned = stories.map((story) => ({ story, lines: readScript(story.chat, story.by) }));
  const acts = planned.flatMap((story, index) => planStory(index, story, people));
  // Equal instants keep the order above: a question comes before its replies, a reply before its boosts.
  return { people, stories: planned, acts: acts.sort((a, b) => b.ago - a.ago), scenes: planScenes(people, planned) };
};
