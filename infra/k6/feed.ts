import { sleep } from 'k6';
import {
  arrivalScenario,
  defineLoadTest,
  durationObjective,
  openModelObjectives,
  setting,
  zeroCounter,
} from './shared/load-test.ts';
import { boost, checkAnswer, get, makeWorld, mustPost, popularItem, randomItem, type World } from './shared/world.ts';
import { zipf } from './shared/zipf.ts';

const repeated = zeroCounter('feed_repeats', 'No item appears twice while a reader turns pages');
const disorder = zeroCounter('feed_disorder', 'Every page continues in the order of its sort');
const acts = ['feed', 'feed-next', 'question'];
const objectives = [...[...openModelObjectives, repeated, disorder], ...acts.map((act) => durationObjective(act, 500))];
const people = setting('PEOPLE', 40);
const pageLength = 10;
/** After this time, all cached lists contain the newest posts. */
const lagSeconds = 12;

interface Item {
  readonly kind: 'question' | 'answer' | 'podcast';
  readonly id: string;
  readonly boostCount: number;
  readonly commentCount?: number;
  readonly discussionCount?: number;
  readonly createdAt: string;
  readonly activityType: string;
  readonly repostData: { readonly repostId: string; readonly repostCreatedAt: string } | null;
}

/** Picks how many pages a reader opens. Most readers stay on the first page, and PAGES is the maximum. */
const pickDepth = zipf(setting('PAGES', 12));

/** For each sort, the value that must not rise from item to item. Null if the answer does not contain this value. */
const measures: readonly (readonly [sort: string, measure: (item: Item) => number | null])[] = [
  [
    'recent',
    ({ activityType, createdAt, repostData }) =>
      activityType === 'approved' ? null : Date.parse(repostData?.repostCreatedAt ?? createdAt),
  ],
  ['boosted', ({ boostCount }) => boostCount],
  ['replies', ({ discussionCount, commentCount }) => discussionCount ?? commentCount ?? 0],
  ['engagement', () => null],
  ['trending', () => null],
];

export const { options, handleSummary } = defineLoadTest('feed', objectives, {
  readers: arrivalScenario(setting('RATE', 15), __ENV.DURATION || '30s', 'read'),
});

/** Makes questions, gives the first ones the most boosts and replies, then waits until all lists are current. */
export const setup = (): World => {
  const world = makeWorld(people, setting('QUESTIONS', 150));
  for (const [rank, questionId] of world.questionIds.entries()) {
    for (const person of world.people.slice(0, Math.round(people / (rank + 1))))
      boost(person, questionId, true, 'fill');
    if (rank < 10) mustPost('/api/discussions', { questionId, content: 'I was here' }, randomItem(world.people));
  }
  sleep(lagSeconds);
  return world;
};

export const read = ({ people: readers }: World): void => {
  const reader = Math.random() < 0.3 ? null : randomItem(readers);
  const [sort, measure] = popularItem(measures);
  const depth = 1 + pickDepth(Math.random());
  const seen = new Set<string>();
  let least = Number.POSITIVE_INFINITY;
  let from = '';
  for (let page = 1; page <= depth; page += 1) {
    const path = `/api/feed?sortBy=${sort}&limit=${pageLength}${from}`;
    const answer = get(path, reader, page === 1 ? 'feed' : 'feed-next');
    const anchor = answer.headers['X-Feed-Anchor'];
    const items = answer.status === 200 ? (answer.json() as unknown as Item[]) : [];
    const isWhole = () => items.length === pageLength || (items.length < pageLength && anchor === undefined);
    if (!checkAnswer(answer, 'a page is full, or the last', 200, isWhole)) return;
    for (const item of items) {
      const place = `${item.kind} ${item.id} ${item.repostData?.repostId}`;
      repeated.add(seen.has(place) ? 1 : 0);
      seen.add(place);
      const value = measure(item) ?? least;
      disorder.add(value > least ? 1 : 0);
      least = Math.min(least, value);
    }
    if (page === 1 && items.length > 0) {
      const { id, kind } = popularItem(items);
      const question = kind === 'question' ? get(`/api/questions/${id}`, reader, 'question') : undefined;
      if (question) checkAnswer(question, 'a listed question can be read', 200, () => question.json('id') === id);
    }
    if (anchor === undefined) return;
    from = `&anchor=${encodeURIComponent(anchor)}`;
  }
};
