import { check, sleep } from 'k6';
import { always, answersWithin, arrivals, loadTest, neverHappens, setting } from './shared/load-test.ts';
import { boost, get, make, makeWorld, oneOf, type Person, type World } from './shared/world.ts';
import { zipf } from './shared/zipf.ts';

const repeated = neverHappens('feed_repeats', 'Nothing comes twice while one reads on by anchors');
const disorder = neverHappens('feed_disorder', 'Every page goes on in the order of its sort');
const objectives = [
  ...[...always, repeated, disorder],
  ...['feed', 'feed-next', 'question'].map((act) => answersWithin(act, 500)),
];
const people = setting('PEOPLE', 40);
const pageLength = 10;
/** Lists may lag, plus a margin. */
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

const sorts = ['recent', 'boosted', 'replies', 'engagement', 'trending'] as const;
type Sort = (typeof sorts)[number];
/** Most readers stay on the first page. The deepest reads PAGES pages. */
const pickSort = zipf(sorts.length);
const pickDepth = zipf(setting('PAGES', 12));
const pickItem = zipf(pageLength);

/**
 * The value that must not rise from item to item. Null where no answer has it: two sorts, and the time of an approval.
 */
const measureOf: Partial<Record<Sort, (item: Item) => number | null>> = {
  recent: ({ activityType, createdAt, repostData }) =>
    activityType === 'approved' ? null : Date.parse(repostData?.repostCreatedAt ?? createdAt),
  boosted: ({ boostCount }) => boostCount,
  replies: ({ discussionCount, commentCount }) => discussionCount ?? commentCount ?? 0,
};

export const { options, handleSummary } = loadTest('feed', objectives, {
  readers: arrivals(setting('RATE', 15), __ENV.DURATION || '30s', 'read'),
});

/** Boosts and replies fall with a question's rank. All lists are current before reading begins. */
export const setup = (): World => {
  const world = makeWorld(people, setting('QUESTIONS', 150));
  for (const [rank, questionId] of world.questionIds.entries()) {
    for (const person of world.people.slice(0, Math.round(people / (rank + 1))))
      boost(person, questionId, true, 'fill');
    if (rank < 10) make('/api/discussions', { questionId, content: 'I was here' }, oneOf(world.people));
  }
  sleep(lagSeconds);
  return world;
};

export const read = ({ people: readers }: World): void => {
  const reader = Math.random() < 0.3 ? null : oneOf(readers);
  const sort = sorts[pickSort(Math.random())] ?? 'recent';
  const depth = 1 + pickDepth(Math.random());
  const seen = new Set<string>();
  let least = Number.POSITIVE_INFINITY;
  let anchor: string | undefined;
  for (let page = 1; page <= depth; page += 1) {
    const from = anchor === undefined ? '' : `&anchor=${encodeURIComponent(anchor)}`;
    const path = `/api/feed?sortBy=${sort}&limit=${pageLength}${from}`;
    const answer = get(path, reader, page === 1 ? 'feed' : 'feed-next');
    if (!check(answer, { 'a page is a list': ({ status }) => status === 200 })) return;
    const items = answer.json() as unknown as Item[];
    anchor = answer.headers['X-Feed-Anchor'];
    check(items, {
      'a page is full, or the last': ({ length }) =>
        length === pageLength || (length < pageLength && anchor === undefined),
    });
    for (const item of items) {
      const place = `${item.kind} ${item.id} ${item.repostData?.repostId}`;
      repeated.add(seen.has(place) ? 1 : 0);
      seen.add(place);
      const value = measureOf[sort]?.(item) ?? least;
      disorder.add(value > least ? 1 : 0);
      least = Math.min(least, value);
    }
    if (page === 1) open(items[pickItem(Math.random())], reader);
    if (anchor === undefined) return;
  }
};

const open = (item: Item | undefined, reader: Person | null): void => {
  if (item?.kind !== 'question') return;
  check(get(`/api/questions/${item.id}`, reader, 'question'), {
    'a listed question can be read': (page) => page.status === 200 && page.json('id') === item.id,
  });
};
