import { check } from 'k6';
import exec from 'k6/execution';
import { Counter } from 'k6/metrics';
import { boost, countsThatDiffer, get, makeWorld, oneOf, type Person, post, remove, type World } from './shared/api.ts';
import { type Episode, listen, publishEpisodes } from './shared/episodes.ts';
import {
  allChecks,
  answersWithin,
  arrivals,
  exactCounts,
  neverHappens,
  noDrops,
  noFailures,
  thresholdsOf,
} from './shared/objectives.ts';
import { summaryOf } from './shared/summary.ts';
import { zipf } from './shared/zipf.ts';

/** An evening: most people read and listen, some boost and talk, a few ask, follow and pass things on, and everybody's bell is looked at. */
const follows = neverHappens(
  'follows_that_differ',
  'Every number of followers that is read back equals the people who follow',
);
const rooms = neverHappens(
  'rooms_that_differ',
  'Every room that is read back holds as many messages as its question counts',
);
const objectives = [
  allChecks,
  noFailures,
  noDrops,
  exactCounts,
  follows,
  rooms,
  answersWithin('feed', 500),
  answersWithin('question', 500),
  answersWithin('boost', 500),
  answersWithin('say', 500),
  answersWithin('ask', 500),
  answersWithin('follow', 500),
  answersWithin('repost', 500),
  answersWithin('listen', 500),
  answersWithin('bell', 500),
];
const rate = Number(__ENV.RATE || 60);
const duration = __ENV.DURATION || '30s';
const people = Number(__ENV.PEOPLE || 60);
const questions = Number(__ENV.QUESTIONS || 60);
const episodes = Number(__ENV.EPISODES || 6);
/** So many people are followed; the first of them by most. */
const followed = 6;

export const options = {
  scenarios: { evening: arrivals(rate, duration, 'evening') },
  thresholds: thresholdsOf(objectives),
  summaryTrendStats: ['med', 'p(95)', 'p(99)', 'max'],
  setupTimeout: '5m',
  teardownTimeout: '5m',
};

interface Evening extends World {
  readonly episodes: readonly Episode[];
}

const differing = {
  boosts: new Counter(exactCounts.metric),
  follows: new Counter(follows.metric),
  rooms: new Counter(rooms.metric),
};
const pickQuestion = zipf(questions);
const pickEpisode = zipf(episodes);
const pickFollowed = zipf(followed);
const questionOf = ({ questionIds }: Evening): string => questionIds[pickQuestion(Math.random())] ?? '';

export const setup = (): Evening => {
  const world = makeWorld(people, questions);
  return { ...world, episodes: publishEpisodes(world.people, episodes) };
};

const readFeed = (person: Person): void => {
  const sort = oneOf(['recent', 'recent', 'boosted', 'trending', 'engagement', 'replies']);
  const narrowed = Math.random() < 0.2 ? '&followersOnly=true' : '';
  const page = get(`/api/feed?sortBy=${sort}&limit=10${narrowed}`, person, 'feed');
  check(page, {
    'a feed is a list of at most ten': ({ status }) => status === 200 && (page.json() as unknown[]).length <= 10,
  });
};

const readQuestion = (person: Person, evening: Evening): void => {
  const id = questionOf(evening);
  const page = get(`/api/questions/${id}`, person, 'question');
  check(page, {
    'a page shows no more messages than its question counts': ({ status }) =>
      status === 200 && (page.json('discussions') as unknown[]).length <= (page.json('discussionCount') as number),
  });
};

const talk = (person: Person, evening: Evening): void => {
  const questionId = questionOf(evening);
  const content = `Said at ${Date.now()} by ${person.id}`;
  const said = post('/api/discussions', { questionId, content }, person, 'say');
  const isKept = check(said, { 'a message is kept': ({ status }) => status === 201 });
  if (!isKept) return;
  const room = get(
    `/api/questions/${questionId}/room?after=${(said.json('number') as number) - 1}`,
    person,
    'question',
  );
  check(room, {
    'what was said is in the room, at its number': () => room.json('entries.0.discussion.id') === said.json('id'),
  });
};

const ask = (person: Person): void => {
  const asked = post('/api/questions', { title: `What keeps you awake? (${Date.now()})` }, person, 'ask');
  check(asked, { 'a question is kept': ({ status }) => status === 201 });
};

const follow = (person: Person, { people: everybody }: Evening): void => {
  const wished = pickFollowed(Math.random());
  const whom = everybody[everybody[wished]?.id === person.id ? (wished + 1) % everybody.length : wished];
  if (!whom) return;
  const isWished = Math.random() < 0.8;
  const path = `/api/users/${whom.id}/follow`;
  const answer = isWished ? post(path, {}, person, 'follow') : remove(path, person, 'follow');
  check(answer, { 'a follow is as wished': ({ status }) => status === 200 && answer.json('isFollowing') === isWished });
};

const passOn = (person: Person, evening: Evening): void => {
  const id = questionOf(evening);
  const known = get(`/api/repost-status/question/${id}`, person, 'repost');
  if (known.json('hasReposted') === true) {
    check(remove(`/api/reposts/${person.id}/${id}`, person, 'repost'), {
      'a repost is taken back': ({ status }) => status === 200 || status === 404,
    });
    return;
  }
  const answer = post(`/api/questions/${id}/repost`, { repostText: 'Listen to this' }, person, 'repost');
  check(answer, { 'a repost is kept': ({ status }) => status === 201 });
};

/** As the web app looks: again and again, and whole only when something is new. */
const lookAtBell = (person: Person): void => {
  const bell = get('/api/notifications/unread-count', person, 'bell');
  const isCounted = check(bell, { 'a bell counts': ({ status }) => status === 200 });
  if (!isCounted || (bell.json('unread') as number) === 0) return;
  const inbox = get('/api/notifications', person, 'bell');
  check(inbox, { 'an inbox is a list': ({ status }) => status === 200 && (inbox.json() as unknown[]).length <= 100 });
};

/** How many of a hundred people do what. */
const shares: readonly (readonly [share: number, act: (person: Person, evening: Evening) => void])[] = [
  [24, readFeed],
  [20, readQuestion],
  [20, (person, evening) => boost(person, questionOf(evening), Math.random() < 0.8)],
  [12, lookAtBell],
  [10, talk],
  [7, (person, evening) => listen(person, evening.episodes[pickEpisode(Math.random())])],
  [3, follow],
  [2, ask],
  [2, passOn],
];
const hundred = shares.flatMap(([share, act]) => Array.from({ length: share }, () => act));
/** It has no divisor in common with a hundred, so each act comes as often as its share, and none in a row. */
const stride = 37;

export const evening = (world: Evening): void => {
  const act = hundred[(exec.scenario.iterationInTest * stride) % hundred.length] ?? readFeed;
  act(oneOf(world.people), world);
};

/** Reads follows back: how many of those who are followed have another number than there are people who follow them. */
const followsThatDiffer = ({ people: everybody }: Evening): number =>
  everybody.slice(0, followed).filter(({ id }) => {
    const answers = everybody.map((person) => get(`/api/users/${id}/following-status`, person, 'read back'));
    const followers = answers.filter((answer) => answer.json('isFollowing') === true).length;
    return answers.some((answer) => answer.json('followerCount') !== followers);
  }).length;

interface RoomPage {
  readonly to: number;
  readonly lastNumber: number;
  readonly entries: readonly { readonly entry: string }[];
}

const messagesIn = (questionId: string): number => {
  let messages = 0;
  for (let after = 0; ; ) {
    const { entries, to, lastNumber } = get(
      `/api/questions/${questionId}/room?after=${after}`,
      null,
      'read back',
    ).json() as unknown as RoomPage;
    messages += entries.filter(({ entry }) => entry === 'message').length;
    if (to >= lastNumber) return messages;
    after = to;
  }
};
const roomsThatDiffer = ({ questionIds }: Evening): number =>
  questionIds.filter((id) => get(`/api/questions/${id}`, null, 'read back').json('discussionCount') !== messagesIn(id))
    .length;

export const teardown = (world: Evening): void => {
  differing.boosts.add(countsThatDiffer(world));
  differing.follows.add(followsThatDiffer(world));
  differing.rooms.add(roomsThatDiffer(world));
};

export const handleSummary = (data: unknown) => summaryOf('evening', objectives, data);
