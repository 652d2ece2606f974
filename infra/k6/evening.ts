import { check } from 'k6';
import { b64encode } from 'k6/encoding';
import exec from 'k6/execution';
import {
  arrivalScenario,
  defineLoadTest,
  durationObjective,
  openModelObjectives,
  setting,
  zeroCounter,
} from './shared/load-test.ts';
import {
  type Answer,
  boost,
  call,
  checkAnswer,
  compareCounts,
  get,
  makeWorld,
  mustPost,
  type Person,
  popularItem,
  post,
  randomItem,
  type World,
  wrongCounts,
} from './shared/world.ts';

const follows = zeroCounter(
  'follows_that_differ',
  'Every number of followers that is read back equals the people who follow',
);
const rooms = zeroCounter(
  'rooms_that_differ',
  'Every room that is read back holds as many messages as its question counts',
);
const acts = ['feed', 'question', 'boost', 'say', 'ask', 'follow', 'repost', 'listen', 'bell', 'search', 'mark'];
const objectives = [
  ...[...openModelObjectives, wrongCounts, follows, rooms],
  ...acts.map((act) => durationObjective(act, 500)),
];
const episodes = setting('EPISODES', 6);
const followed = 6;
const sound = open('../seed/media/music-box.mp3', 'b');
const partBytes = 32_768;

export const { options, handleSummary } = defineLoadTest('evening', objectives, {
  evening: arrivalScenario(setting('RATE', 60), __ENV.DURATION || '30s', 'evening'),
});

interface Evening extends World {
  readonly mediaOf: readonly (readonly [id: string, mediaUrl: string])[];
}

export const setup = (): Evening => {
  const world = makeWorld(setting('PEOPLE', 60), setting('QUESTIONS', 60));
  const mediaUrl = `data:audio/mpeg;base64,${b64encode(sound)}`;
  const publish = (_: unknown, index: number) => {
    const body = { title: `Heard under load ${index}`, mediaUrl, mediaType: 'audio' };
    const answer = mustPost('/api/podcasts', body, randomItem(world.people));
    return [answer.json('id') as string, answer.json('mediaUrl') as string] as const;
  };
  return { ...world, mediaOf: Array.from({ length: episodes }, publish) };
};

const lengthOf = (list: Answer): number => (list.json() as unknown[]).length;

const readFeed = (person: Person): void => {
  const sort = randomItem(['recent', 'recent', 'boosted', 'trending', 'engagement', 'replies']);
  const narrowed = Math.random() < 0.2 ? '&followersOnly=true' : '';
  const page = get(`/api/feed?sortBy=${sort}&limit=10${narrowed}`, person, 'feed');
  checkAnswer(page, 'a feed is a list of at most ten', 200, () => lengthOf(page) <= 10);
};

const readQuestion = (person: Person, { questionIds }: Evening): void => {
  const page = get(`/api/questions/${popularItem(questionIds)}`, person, 'question');
  const isWhole = () => (page.json('discussions.#') as number) <= (page.json('discussionCount') as number);
  checkAnswer(page, 'a page shows no more messages than its question counts', 200, isWhole);
};

const talk = (person: Person, { questionIds }: Evening): void => {
  const questionId = popularItem(questionIds);
  const content = `Said at ${Date.now()} by ${person.id}`;
  const said = post('/api/discussions', { questionId, content }, person, 'say');
  if (!checkAnswer(said, 'a message is kept', 201)) return;
  const after = (said.json('number') as number) - 1;
  const room = get(`/api/questions/${questionId}/room?after=${after}`, person, 'question');
  const isThere = () => room.json('entries.0.discussion.id') === said.json('id');
  checkAnswer(room, 'a new message is in the room, at its number', 200, isThere);
};

const ask = (person: Person): void => {
  checkAnswer(
    post('/api/questions', { title: `What keeps you awake? (${Date.now()})` }, person, 'ask'),
    'a question is kept',
    201,
  );
};

const follow = (person: Person, { people }: Evening): void => {
  const { id } = popularItem(people.slice(0, followed).filter(({ id }) => id !== person.id));
  const isWished = Math.random() < 0.8;
  const answer = call(isWished ? 'POST' : 'DELETE', `/api/users/${id}/follow`, 'follow', {
    person,
    body: isWished ? {} : undefined,
  });
  checkAnswer(answer, 'a follow is as wished', 200, () => answer.json('isFollowing') === isWished);
};

const passOn = (person: Person, { questionIds }: Evening): void => {
  const id = popularItem(questionIds);
  if (get(`/api/repost-status/question/${id}`, person, 'repost').json('hasReposted') === true) {
    const { status } = call('DELETE', `/api/reposts/${person.id}/${id}`, 'repost', { person });
    check(status, { 'a repost is taken back': () => status === 200 || status === 404 });
    return;
  }
  const answer = post(`/api/questions/${id}/repost`, { repostText: 'Listen to this' }, person, 'repost');
  checkAnswer(answer, 'a repost is kept', 201);
};

const listen = (person: Person, { mediaOf }: Evening): void => {
  const [id, mediaUrl] = popularItem(mediaOf);
  checkAnswer(post(`/api/podcasts/${id}/play`, {}, person, 'listen'), 'a play is counted');
  for (const from of [0, Math.floor(Math.random() * (sound.byteLength - partBytes))]) {
    const range = `${from}-${from + partBytes - 1}`;
    const headers = { Range: `bytes=${range}` };
    const part = call('GET', mediaUrl, 'listen', { person, headers, responseType: 'binary' });
    check(part, {
      'a range is what was asked for': ({ status, headers, body }) =>
        status === 206 &&
        headers['Content-Range'] === `bytes ${range}/${sound.byteLength}` &&
        body?.byteLength === partBytes,
    });
  }
};

/** Like the web app, reads the unread count, and the notifications only if some are unread. */
const lookAtBell = (person: Person): void => {
  const bell = get('/api/notifications/unread-count', person, 'bell');
  if (!checkAnswer(bell, 'a bell counts') || bell.json('unread') === 0) return;
  const inbox = get('/api/notifications', person, 'bell');
  checkAnswer(inbox, 'an inbox is a list', 200, () => lengthOf(inbox) <= 100);
};

const search = (person: Person): void => {
  const found = get(`/api/search?q=${randomItem(['awake', 'keeps', 'said', 'heard'])}`, person, 'search');
  checkAnswer(found, 'a search finds at most twenty', 200, () => (found.json('results.#') as number) <= 20);
};

const mark = (person: Person, { questionIds }: Evening): void => {
  const id = popularItem(questionIds);
  const on = Math.random() < 0.8;
  const watched = call('PUT', `/api/questions/${id}/watch`, 'mark', { person, body: { on } });
  checkAnswer(watched, 'a watch is as wished', 200, () => watched.json('isWatching') === on);
  const kept = call('PUT', `/api/bookmarks/question/${id}`, 'mark', { person, body: { on } });
  checkAnswer(kept, 'a bookmark is as wished', 200, () => kept.json('isBookmarked') === on);
};

const shares: readonly (readonly [share: number, act: (person: Person, evening: Evening) => void])[] = [
  [21, readFeed],
  [20, readQuestion],
  [20, (person, { questionIds }) => boost(person, popularItem(questionIds), Math.random() < 0.8)],
  [12, lookAtBell],
  [10, talk],
  [5, listen],
  [3, search],
  [2, mark],
  [3, follow],
  [2, ask],
  [2, passOn],
];
const hundred = shares.flatMap(([share, act]) => Array.from({ length: share }, () => act));
/** In steps of 37, 100 iterations visit each of the 100 entries of `hundred` once, in a mixed order. */
const stride = 37;

export const evening = (world: Evening): void => {
  const act = hundred[(exec.scenario.iterationInTest * stride) % hundred.length] ?? readFeed;
  act(randomItem(world.people), world);
};

const readBack = (path: string, person: Person | null = null) => get(path, person, 'read back');

const followsDiffer = ({ people }: Evening, id: string): boolean => {
  const all = people.map((person) => readBack(`/api/users/${id}/following-status`, person));
  const followers = all.filter((answer) => answer.json('isFollowing') === true).length;
  return all.some((answer) => answer.json('followerCount') !== followers);
};

interface RoomPage {
  readonly to: number;
  readonly lastNumber: number;
  readonly entries: readonly { readonly entry: string }[];
}

const messagesIn = (questionId: string, after = 0): number => {
  const page = readBack(`/api/questions/${questionId}/room?after=${after}`).json() as unknown as RoomPage;
  const messages = page.entries.filter(({ entry }) => entry === 'message').length;
  return page.to >= page.lastNumber ? messages : messages + messagesIn(questionId, page.to);
};

export const teardown = (world: Evening): void => {
  compareCounts(world);
  follows.add(world.people.slice(0, followed).filter(({ id }) => followsDiffer(world, id)).length);
  const differs = (id: string) => readBack(`/api/questions/${id}`).json('discussionCount') !== messagesIn(id);
  rooms.add(world.questionIds.filter(differs).length);
};
