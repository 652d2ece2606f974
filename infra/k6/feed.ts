import { check, sleep } from 'k6';
import { Counter } from 'k6/metrics';
import { boost, get, makeWorld, oneOf, type Person, post, type World } from './shared/api.ts';
import {
  allChecks,
  answersWithin,
  arrivals,
  neverHappens,
  noDrops,
  noFailures,
  thresholdsOf,
} from './shared/objectives.ts';
import { summaryOf } from './shared/summary.ts';
import { zipf } from './shared/zipf.ts';

/** People and visitors read the feed in all its sorts, most of them its first page, a few far down by anchors, and open what they find. */
const repeated = neverHappens('feed_repeats', 'Nothing comes twice while one reads on by anchors');
const disorder = neverHappens('feed_disorder', 'Every page goes on in the order of its sort');
const objectives = [
  allChecks,
  noFailures,
  noDrops,
  repeated,
  disorder,
  answersWithin('feed', 500),
  answersWithin('feed-next', 500),
  answersWithin('question', 500),
];
const rate = Number(__ENV.RATE || 15);
const duration = __ENV.DURATION || '30s';
const people = Number(__ENV.PEOPLE || 40);
const questions = Number(__ENV.QUESTIONS || 150);
const pageLength = 10;
/** The deepest reader turns so many pages. */
const deepest = Number(__ENV.PAGES || 12);
/** So long lists may lag behind what was done, and a little more. */
const lagSeconds = 12;

export const options = {
  scenarios: { readers: arrivals(rate, duration, 'read') },
  thresholds: thresholdsOf(objectives),
  summaryTrendStats: ['med', 'p(95)', 'p(99)', 'max'],
  setupTimeout: '5m',
};

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

const counted = { repeated: new Counter(repeated.metric), disorder: new Counter(disorder.metric) };
const sorts = ['recent', 'boosted', 'replies', 'engagement', 'trending'] as const;
type Sort = (typeof sorts)[number];
/** Most people stay at what they see first. */
const pickSort = zipf(sorts.length);
const pickDepth = zipf(deepest);
const pickItem = zipf(pageLength);

/** What falls, or stays, from item to item; null where no answer says it: the other two sorts, and when somebody approved a question. */
const measureOf: Partial<Record<Sort, (item: Item) => number | null>> = {
  recent: ({ activityType, createdAt, repostData }) =>
    activityType === 'approved' ? null : Date.parse(repostData?.repostCreatedAt ?? createdAt),
  boosted: ({ boostCount }) => boostCount,
  replies: ({ discussionCount, commentCount }) => discussionCount ?? commentCount ?? 0,
};
const placeOf = ({ kind, id, repostData }: Item): string => `${kind} ${id} ${repostData?.repostId}`;

const pageOf = (sort: Sort, anchor: string | undefined, reader: Person | null, act: string) => {
  const from = anchor === undefined ? '' : `&anchor=${encodeURIComponent(anchor)}`;
  return get(`/api/feed?sortBy=${sort}&limit=${pageLength}${from}`, reader, act);
};

/** Boosts and replies fall with the rank of a question, and every list has noticed before anybody reads. */
export const setup = (): World => {
  const world = makeWorld(people, questions);
  for (const [rank, questionId] of world.questionIds.entries()) {
    for (const person of world.people.slice(0, Math.round(people / (rank + 1))))
      boost(person, questionId, true, 'fill');
    if (rank < 10) post('/api/discussions', { questionId, content: 'I was here' }, oneOf(world.people), 'fill');
  }
  sleep(lagSeconds);
  return world;
};

export const read = ({ people: readers }: World): void => {
  const reader = Math.random() < 0.3 ? null : oneOf(readers);
  const sort = sorts[pickSort(Math.random())] ?? 'recent';
  const measure = measureOf[sort];
  const depth = 1 + pickDepth(Math.random());
  const seen = new Set<string>();
  let least = Number.POSITIVE_INFINITY;
  let anchor: string | undefined;
  for (let page = 1; page <= depth; page += 1) {
    const answer = pageOf(sort, anchor, reader, page === 1 ? 'feed' : 'feed-next');
    const isList = check(answer, { 'a page is a list': ({ status }) => status === 200 });
    if (!isList) return;
    const items = answer.json() as unknown as Item[];
    anchor = answer.headers['X-Feed-Anchor'];
    check(items, {
      'a page is full, or the last': ({ length }) =>
        length === pageLength || (length < pageLength && anchor === undefined),
    });
    for (const item of items) {
      counted.repeated.add(seen.has(placeOf(item)) ? 1 : 0);
      seen.add(placeOf(item));
      const value = measure?.(item) ?? least;
      counted.disorder.add(value > least ? 1 : 0);
      least = Math.min(least, value);
    }
    if (page === 1) open(items[pickItem(Math.random())], reader);
    if (anchor === undefined) return;
  }
};

/** Somebody reads one of the first questions, most often the very first. */
const open = (item: Item | undefined, reader: Person | null): void => {
  if (item?.kind !== 'question') return;
  check(get(`/api/questions/${item.id}`, reader, 'question'), {
    'a listed question can be read': (page) => page.status === 200 && page.json('id') === item.id,
  });
};

export const handleSummary = (data: unknown) => summaryOf('feed', objectives, data);
