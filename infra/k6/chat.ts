import { check } from 'k6';
import http from 'k6/http';
import { Counter, Trend } from 'k6/metrics';
import { setTimeout } from 'k6/timers';
import { WebSocket } from 'k6/websockets';
import { baseUrl, get, makeWorld, oneOf, type Person, post, type World } from './shared/api.ts';
import {
  allChecks,
  answersWithin,
  arrivals,
  neverHappens,
  noDrops,
  noFailures,
  type Objective,
  thresholdsOf,
} from './shared/objectives.ts';
import { summaryOf } from './shared/summary.ts';
import { zipf } from './shared/zipf.ts';

/** People write into rooms, most into the same few; others listen to them on sockets and miss nothing. */
const gaps = neverHappens('room_gaps', 'No number of a room is missing in its frames');
const duplicates = neverHappens('room_duplicates', 'No number of a room comes twice');
const behind = neverHappens('rooms_behind', 'At the end every socket has everything that the room holds');
const delivery: Objective = {
  metric: 'room_delivery',
  says: '99 of 100 messages are on every screen within 1000 ms of being sent',
  threshold: 'p(99)<1000',
  impossible: 'p(99)<0',
};
const objectives = [allChecks, noFailures, noDrops, gaps, duplicates, behind, delivery, answersWithin('say', 500)];

const rate = Number(__ENV.RATE || 50);
const seconds = Number.parseInt(__ENV.DURATION || '30s', 10);
const people = Number(__ENV.PEOPLE || 50);
const questions = Number(__ENV.QUESTIONS || 10);
const listeners = Number(__ENV.LISTENERS || 100);
/** Sockets are there before the first message, and after the last one has had its time. */
const beforeSeconds = 3;
const afterSeconds = 3;

export const options = {
  scenarios: {
    listeners: {
      executor: 'per-vu-iterations' as const,
      exec: 'listen',
      vus: listeners,
      iterations: 1,
      maxDuration: `${beforeSeconds + seconds + afterSeconds + 30}s`,
    },
    writers: { ...arrivals(rate, `${seconds}s`, 'write'), startTime: `${beforeSeconds}s` },
  },
  thresholds: thresholdsOf(objectives),
  summaryTrendStats: ['med', 'p(95)', 'p(99)', 'max'],
  setupTimeout: '5m',
};

const counted = {
  gaps: new Counter(gaps.metric),
  duplicates: new Counter(duplicates.metric),
  behind: new Counter(behind.metric),
};
const delivered = new Trend(delivery.metric);
const pick = zipf(questions);
const wordsAt = (instant: number) => `Sent at ${instant}`;
const sentAt = /^Sent at (\d+)$/;

export const setup = (): World => makeWorld(people, questions);

export const write = ({ people: writers, questionIds }: World): void => {
  const said = post(
    '/api/discussions',
    { questionId: questionIds[pick(Math.random())], content: wordsAt(Date.now()) },
    oneOf(writers),
    'say',
  );
  check(said, { 'a message is kept': ({ status }) => status === 201 });
};

interface Frame {
  readonly type: string;
  readonly data: {
    readonly lastNumber: number;
    readonly from: number;
    readonly to: number;
    readonly entries: readonly { readonly number: number; readonly discussion?: { readonly content: string | null } }[];
  };
}

/** One room as one socket sees it. */
class Room {
  readonly #questionId: string;
  #last: number | undefined;

  constructor(questionId: string) {
    this.#questionId = questionId;
  }

  receive(text: string): void {
    const { type, data } = JSON.parse(text) as Frame;
    if (type === 'joined') this.#last ??= data.lastNumber;
    if (type === 'resync') counted.gaps.add(1);
    if (type !== 'room') return;
    const now = Date.now();
    for (const { number, discussion } of data.entries) {
      const last = this.#last ?? number - 1;
      if (number <= last) counted.duplicates.add(1);
      else if (number > last + 1) counted.gaps.add(number - last - 1);
      this.#last = Math.max(last, number);
      const sent = sentAt.exec(discussion?.content ?? '')?.[1];
      if (sent !== undefined) delivered.add(now - Number(sent));
    }
  }

  /** Compares what came through the socket with what the room holds. */
  close(person: Person): void {
    const joined = check(this.#last, { 'a socket has joined its room': (last) => last !== undefined });
    if (!joined) return;
    const page = get(`/api/questions/${this.#questionId}/room?after=${this.#last}`, person, 'room');
    counted.behind.add(page.status === 200 && page.json('lastNumber') === this.#last ? 0 : 1);
    // Without a sample a threshold is not judged.
    counted.gaps.add(0);
    counted.duplicates.add(0);
  }
}

export const listen = ({ people: readers, questionIds }: World): void => {
  const person = oneOf(readers);
  const questionId = questionIds[pick(Math.random())] ?? '';
  const room = new Room(questionId);
  const socket = new WebSocket(`${baseUrl.replace(/^http/, 'ws')}/ws`, null, {
    headers: { Cookie: person.cookie },
    jar: new http.CookieJar(),
  });
  socket.onmessage = (message) => room.receive(message?.data as string);
  socket.onopen = () => {
    socket.send(JSON.stringify({ type: 'join', data: { questionId, after: null } }));
    setTimeout(
      () => {
        room.close(person);
        socket.close();
      },
      (beforeSeconds + seconds + afterSeconds) * 1000,
    );
  };
  socket.onerror = (failure) => check(failure, { 'a socket stays open': () => false });
};

export const handleSummary = (data: unknown) => summaryOf('chat', objectives, data);
