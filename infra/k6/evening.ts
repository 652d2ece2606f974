import { check } from 'k6';
import { b64encode } from 'k6/encoding';
import exec from 'k6/execution';
import http from 'k6/http';
import { always, answersWithin, arrivals, loadTest, neverHappens, setting } from './shared/load-test.ts';
import {
  baseUrl,
  boost,
  compareCounts,
  exactCounts,
  get,
  make,
  makeWorld,
  oneOf,
  type Person,
  post,
  remove,
  type World,
} from './shared/world.ts';
import { zipf } from './shared/zipf.ts';

/** Most people read and listen, some boost and talk, a few ask, follow, repost and look at their bell. */
const follows = neverHappens(
  'follows_that_differ',
  'Every number of followers that is read back equals the people who follow',
);
const rooms = neverHappens(
  'rooms_that_differ',
  'Every room that is read back holds as many messages as its question counts',
);
const acts = ['feed', 'question', 'boost', 'say', 'ask', 'follow', 'repost', 'listen', 'bell'];
const objectives = [...[...always, exactCounts, follows, rooms], ...acts.map((act) => answersWithin(act, 500))];
const questions = setting('QUESTIONS', 60);
const episodes = setting('EPISODES', 6);
const followed = 6;
const sound = open('../seed/media/music-box.mp3', 'b');
const partBytes = 32_768;

export const { options, handleSummary } = loadTest('evening', objectives, {
  evening: arrivals(setting('RATE', 60), __ENV.DURATION || '30s', 'evening'),
});

interface Evening extends World {
  readonly episodes: readonly { readonly id: string; readonly mediaUrl: string }[];
}

const pickQuestion = zipf(questions);
const pickEpisode = zipf(episodes);
const pickFollowed = zipf(followed);
const questionOf = ({ questionIds }: Evening): string => questionIds[pickQuestion(Math.random())] ?? '';

export const setup = (): Evening => {
  const world = makeWorld(setting('PEOPLE', 60), questions);
  const mediaUrl = `data:audio/mpeg;base64,${b64encode(sound)}`;
  const publish = (_: unknown, index: number) => {
    const body = { title: `Heard under load ${index}`, mediaUrl, mediaType: 'audio' };
    const answer = make('/api/podcasts', body, oneOf(world.people));
    return { id: answer.json('id') as string, mediaUrl: answer.json('mediaUrl') as string };
  };
  return { ...world, episodes: Array.from({ length: episodes }, publish) };
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
  const page = get(`/api/questions/${questionOf(evening)}`, person, 'question');
  check(page, {
    'a page shows no more messages than its question counts': ({ status }) =>
      status === 200 && (page.json('discussions') as unknown[]).length <= (page.json('discussionCount') as number),
  });
};

const talk = (person: Person, evening: Evening): void => {
  const questionId = questionOf(evening);
  const content = `Said at ${Date.now()} by ${person.id}`;
  const said = post('/api/discussions', { questionId, content }, person, 'say');
  if (!check(said, { 'a message is kept': ({ status }) => status === 201 })) return;
  const after = (said.json('number') as number) - 1;
  const room = get(`/api/questions/${questionId}/room?after=${after}`, person, 'question');
  check(room, {
    'what was said is in the room, at its number': () => room.json('entries.0.discussion.id') === said.json('id'),
  });
};

const ask = (person: Person): void => {
  const asked = post('/api/questions', { title: `What keeps you awake? (${Date.now()})` }, person, 'ask');
  check(asked, { 'a question is kept': ({ status }) => status === 201 });
};

const follow = (person: Person, { people }: Evening): void => {
  const wished = pickFollowed(Math.random());
  const whom = people[people[wished]?.id === person.id ? (wished + 1) % people.length : wished];
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

const listen = (person: Person, evening: Evening): void => {
  const episode = evening.episodes[pickEpisode(Math.random())];
  if (!episode) return;
  check(post(`/api/podcasts/${episode.id}/play`, {}, person, 'listen'), {
    'a play is counted': ({ status }) => status === 200,
  });
  for (const from of [0, Math.floor(Math.random() * (sound.byteLength - partBytes))]) {
    const range = `${from}-${from + partBytes - 1}`;
    const part = http.get(`${baseUrl}${episode.mediaUrl}`, {
      headers: { Cookie: person.cookie, Range: `bytes=${range}` },
      jar: new http.CookieJar(),
      tags: { act: 'listen', name: 'listen' },
      responseType: 'binary',
    });
    check(part, {
      'a range is what was asked for': ({ status, headers, body }) =>
        status === 206 &&
        headers['Content-Range'] === `bytes ${range}/${sound.byteLength}` &&
        body?.byteLength === partBytes,
    });
  }
};

/** As the web app does: polls, and reads all only when something is new. */
const lookAtBell = (person: Person): void => {
  const bell = get('/api/notifications/unread-count', person, 'bell');
  const isCounted = check(bell, { 'a bell counts': ({ status }) => status === 200 });
  if (!isCounted || (bell.json('unread') as number) === 0) return;
  const inbox = get('/api/notifications', person, 'bell');
  check(inbox, { 'an inbox is a list': ({ status }) => status === 200 && (inbox.json() as unknown[]).length <= 100 });
};

const shares: readonly (readonly [share: number, act: (person: Person, evening: Evening) => void])[] = [
  [24, readFeed],
  [20, readQuestion],
  [20, (person, evening) => boost(person, questionOf(evening), Math.random() < 0.8)],
  [12, lookAtBell],
  [10, talk],
  [7, listen],
  [3, follow],
  [2, ask],
  [2, passOn],
];
const hundred = shares.flatMap(([share, act]) => Array.from({ length: share }, () => act));
/** Coprime to 100, so that each act comes as often as its share and never in a row. */
const stride = 37;

export const evening = (world: Evening): void => {
  const act = hundred[(exec.scenario.iterationInTest * stride) % hundred.length] ?? readFeed;
  act(oneOf(world.people), world);
};

const followsThatDiffer = ({ people }: Evening): number =>
  people.slice(0, followed).filter(({ id }) => {
    const answers = people.map((person) => get(`/api/users/${id}/following-status`, person, 'read back'));
    const followers = answers.filter((answer) => answer.json('isFollowing') === true).length;
    return answers.some((answer) => answer.json('followerCount') !== followers);
  }).length;

interface RoomPage {
  readonly to: number;
  readonly lastNumber: number;
  readonly entries: readonly { readonly entry: string }[];
}

const messagesIn = (questionId: string, after = 0): number => {
  const page = get(`/api/questions/${questionId}/room?after=${after}`, null, 'read back').json() as unknown as RoomPage;
  const messages = page.entries.filter(({ entry }) => entry === 'message').length;
  return page.to >= page.lastNumber ? messages : messages + messagesIn(questionId, page.to);
};
const roomsThatDiffer = ({ questionIds }: Evening): number =>
  questionIds.filter((id) => get(`/api/questions/${id}`, null, 'read back').json('discussionCount') !== messagesIn(id))
    .length;

export const teardown = (world: Evening): void => {
  compareCounts(world);
  follows.add(followsThatDiffer(world));
  rooms.add(roomsThatDiffer(world));
};
