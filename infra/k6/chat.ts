import { check } from 'k6';
import http from 'k6/http';
import { Trend } from 'k6/metrics';
import { setTimeout } from 'k6/timers';
import { WebSocket } from 'k6/websockets';
import {
  arrivalScenario,
  defineLoadTest,
  durationObjective,
  openModelObjectives,
  setting,
  zeroCounter,
} from './shared/load-test.ts';
import {
  baseUrl,
  checkAnswer,
  get,
  makeWorld,
  type Person,
  popularItem,
  post,
  randomItem,
  type World,
} from './shared/world.ts';

const gaps = zeroCounter('room_gaps', 'No number of a room is missing in its frames');
const duplicates = zeroCounter('room_duplicates', 'No number of a room comes twice');
const behind = zeroCounter('rooms_behind', 'At the end every socket has received all entries of its room');
const delivery = {
  metric: 'room_delivery',
  says: '99 of 100 messages are on every screen within 1000 ms of being sent',
  threshold: 'p(99)<1000',
};
const objectives = [...openModelObjectives, gaps, duplicates, behind, delivery, durationObjective('say', 500)];
const delivered = new Trend(delivery.metric);

const seconds = setting('DURATION', 30);
const beforeSeconds = 3;
const listenSeconds = beforeSeconds + seconds + 3;

export const { options, handleSummary } = defineLoadTest('chat', objectives, {
  listeners: {
    executor: 'per-vu-iterations',
    exec: 'listen',
    vus: setting('LISTENERS', 100),
    iterations: 1,
    maxDuration: `${listenSeconds + 30}s`,
  },
  writers: { ...arrivalScenario(setting('RATE', 50), `${seconds}s`, 'write'), startTime: `${beforeSeconds}s` },
});
export const setup = (): World => makeWorld(setting('PEOPLE', 50), setting('QUESTIONS', 10));

export const write = ({ people, questionIds }: World): void => {
  const body = { questionId: popularItem(questionIds), content: `Sent at ${Date.now()}` };
  checkAnswer(post('/api/discussions', body, randomItem(people), 'say'), 'a message is kept', 201);
};

interface Frame {
  readonly type: string;
  readonly data: {
    readonly lastNumber: number;
    readonly entries: readonly { readonly number: number; readonly discussion?: { readonly content: string | null } }[];
  };
}

const lastAfter = (text: string, known: number | undefined): number | undefined => {
  const { type, data } = JSON.parse(text) as Frame;
  if (type === 'joined') return known ?? data.lastNumber;
  if (type === 'resync') gaps.add(1);
  if (type !== 'room') return known;
  let last = known ?? (data.entries[0]?.number ?? 1) - 1;
  for (const { number, discussion } of data.entries) {
    if (number <= last) duplicates.add(1);
    else if (number > last + 1) gaps.add(number - last - 1);
    const sent = /^Sent at (\d+)$/.exec(discussion?.content ?? '')?.[1];
    if (sent !== undefined) delivered.add(Date.now() - Number(sent));
    last = Math.max(last, number);
  }
  return last;
};

const compare = (questionId: string, last: number | undefined, person: Person): void => {
  if (!check(last, { 'a socket has joined its room': (number) => number !== undefined })) return;
  const page = get(`/api/questions/${questionId}/room?after=${last}`, person, 'room');
  behind.add(page.status === 200 && page.json('lastNumber') === last ? 0 : 1);
  // Adds a zero, because k6 judges a threshold only if its metric has a sample.
  gaps.add(0);
  duplicates.add(0);
};

export const listen = ({ people, questionIds }: World): void => {
  const person = randomItem(people);
  const questionId = popularItem(questionIds);
  let last: number | undefined;
  const socket = new WebSocket(`${baseUrl.replace(/^http/, 'ws')}/ws`, null, {
    headers: { Cookie: person.cookie },
    jar: new http.CookieJar(),
  });
  socket.onmessage = (message) => {
    last = lastAfter(message?.data as string, last);
  };
  socket.onopen = () => {
    socket.send(JSON.stringify({ type: 'join', data: { questionId, after: null } }));
    setTimeout(() => {
      compare(questionId, last, person);
      socket.close();
    }, listenSeconds * 1000);
  };
  socket.onerror = (failure) => check(failure, { 'a socket stays open': () => false });
};
