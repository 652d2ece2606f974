import { chanceOf, drawWeighted } from './chance.ts';
import { episodes } from './episodes.ts';
import { followed, newFollows, reports, reposts, type SeedSubject } from './passings.ts';
import type { SeedPerson } from './people.ts';
import type { PlannedStory } from './script.ts';

/** What a scene is about, by index; without a line it is the question itself. */
export type Subject = { readonly story: number; readonly line: number | null } | { readonly episode: number };

interface Moment {
  readonly by: string;
  /** Seconds before the seed. */
  readonly ago: number;
}

/** Something that somebody does besides asking, talking and boosting questions. */
export type Scene = Moment &
  (
    | { readonly kind: 'publish' | 'play' | 'boost'; readonly episode: number }
    | { readonly kind: 'repost'; readonly about: Subject; readonly words: string | null }
    | { readonly kind: 'follow'; readonly whom: string }
    | { readonly kind: 'report'; readonly report: number; readonly about: Subject; readonly reason: string }
    | { readonly kind: 'resolve'; readonly report: number }
  );

const hour = 3600;
const day = 24 * hour;
/** Most people hear an episode, and boost it, within so many days. */
const heardWithinDays = 4;
const followsEach = { least: 2, spread: 4 };
/** Nobody follows on the day on which they join, and the old follows end before the new ones begin. */
const settledInDays = 1;
const oldFollowsDays = 2;

const secondsOf = (days: number): number => Math.round(days * day);

/** @throws when a story has no such question or message */
const subjectIn =
  (stories: readonly PlannedStory[]) =>
  (subject: SeedSubject): Subject => {
    if ('episode' in subject) {
      const episode = episodes.findIndex(({ key }) => key === subject.episode);
      if (episode === -1) throw new Error(`There is no episode ${subject.episode}`);
      return { episode };
    }
    const index = stories.findIndex(({ story }) => story.title === subject.question);
    const found = stories[index];
    if (!found) throw new Error(`Nobody asks: ${subject.question}`);
    const { said } = subject;
    if (!said) return { story: index, line: null };
    const lines = found.lines.flatMap((line, at) => (line.by === said.by ? [at] : []));
    const line = lines[said.nth];
    if (line === undefined) throw new Error(`${said.by} does not say so much under: ${subject.question}`);
    return { story: index, line };
  };

const episodeScenes = (people: readonly SeedPerson[]): Scene[] =>
  episodes.flatMap(({ key, by, published, plays, boosts }, episode): Scene[] => {
    const chance = chanceOf(`episode ${key}`);
    const from = secondsOf(published);
    const lasts = Math.min(secondsOf(heardWithinDays), from * 0.9);
    const weightOf = (person: SeedPerson) => (person.key !== by && person.joined * day > from ? person.boosting : 0);
    const listeners = drawWeighted(people, weightOf, plays, chance).map((person) => ({
      person,
      ago: Math.round(from - chance() ** 1.6 * lasts) - 1,
    }));
    const heard = listeners.map(({ person, ago }): Scene => ({ kind: 'play', episode, by: person.key, ago }));
    // A boost follows the hearing.
    const boosted = listeners
      .slice(0, boosts)
      .map(({ person, ago }): Scene => ({ kind: 'boost', episode, by: person.key, ago: ago - 1 }));
    return [{ kind: 'publish', episode, by, ago: from }, ...heard, ...boosted];
  });

const followScenes = (people: readonly SeedPerson[]): Scene[] => {
  const joined = new Map(people.map((person) => [person.key, person.joined]));
  const old = people.flatMap((person): Scene[] => {
    const chance = chanceOf(`follows of ${person.key}`);
    const longest = person.joined - settledInDays;
    if (longest <= oldFollowsDays || person.boosting === 0) return [];
    const known = followed.filter(({ key }) => key !== person.key && (joined.get(key) ?? 0) > longest);
    const count = Math.min(known.length, followsEach.least + Math.floor(chance() * followsEach.spread));
    return drawWeighted(known, ({ weight }) => weight, count, chance).map(({ key }): Scene => {
      const ago = secondsOf(oldFollowsDays + chance() * (longest - oldFollowsDays));
      return { kind: 'follow', by: person.key, whom: key, ago };
    });
  });
  return [...old, ...newFollows.map(({ by, whom, ago }): Scene => ({ kind: 'follow', by, whom, ago: secondsOf(ago) }))];
};

/** All scenes in the order in which they happen: the same data give the same scenes. */
export const planScenes = (people: readonly SeedPerson[], stories: readonly PlannedStory[]): Scene[] => {
  const subjectOf = subjectIn(stories);
  const passedOn = reposts.map(
    ({ by, about, words, ago }): Scene => ({
      kind: 'repost',
      by,
      about: subjectOf(about),
      words: words ?? null,
      ago: secondsOf(ago),
    }),
  );
  const reported = reports.flatMap(({ by, about, reason, ago, resolved }, report): Scene[] => [
    { kind: 'report', report, by, about: subjectOf(about), reason, ago: secondsOf(ago) },
    ...(resolved ? [{ kind: 'resolve' as const, report, by: resolved.by, ago: secondsOf(resolved.ago) }] : []),
  ]);
  return [...episodeScenes(people), ...followScenes(people), ...passedOn, ...reported].sort((a, b) => b.ago - a.ago);
};
