import { check, sleep } from 'k6';
import http, { type RefinedResponse, type ResponseType } from 'k6/http';
import { zeroCounter } from './load-test.ts';
import { zipf } from './zipf.ts';

const given = __ENV.BASE_URL;
if (!given)
  throw new Error(
    'BASE_URL is missing: the address of the gateway. `npm run load -- NAME` gives that of the running system.',
  );

export const baseUrl = given.replace(/\/$/, '');

export interface Person {
  readonly id: string;
  readonly cookie: string;
}

export interface World {
  readonly people: readonly Person[];
  readonly questionIds: readonly string[];
}

export type Answer = RefinedResponse<'text'>;

interface CallOptions<T extends ResponseType> {
  readonly body?: object | undefined;
  readonly person?: Person | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly responseType?: T;
}

/**
 * INSIST=1 repeats a call that gets 503 with Retry-After under the same key, as the web app does. The call does not
 * count as failed. This setting is for runs that measure nothing, because a busy machine may not answer in time.
 */
const insists = __ENV.INSIST === '1';
const attempts = 20;
const pauseSeconds = 0.5;
if (insists) http.setResponseCallback(http.expectedStatuses({ min: 200, max: 399 }, 503));

/** Calls the API. `act` tags the call, and objectives judge durations by this tag. */
export const call = <T extends ResponseType = 'text'>(
  method: string,
  path: string,
  act: string,
  { body, person, headers, responseType = 'text' as T }: CallOptions<T> = {},
): RefinedResponse<T> => {
  const params = {
    // Sends the cookie of this person. The empty jar prevents k6 from adding cookies that other answers have set.
    headers: {
      'Content-Type': 'application/json',
      ...(person && { Cookie: person.cookie }),
      ...(insists && method !== 'GET' && { 'Idempotency-Key': `k6-${Date.now()}-${Math.random()}` }),
      ...headers,
    },
    jar: new http.CookieJar(),
    tags: { act, name: act },
    responseType,
  };
  for (let attempt = 1; ; attempt += 1) {
    const answer = http.request(method, `${baseUrl}${path}`, body ? JSON.stringify(body) : null, params);
    const isLater = answer.status === 503 && answer.headers['Retry-After'] !== undefined;
    if (!insists || attempt === attempts || !isLater) return answer;
    sleep(pauseSeconds);
  }
};

export const get = (path: string, person: Person | null, act: string) => call('GET', path, act, { person });
export const post = (path: string, body: object, person: Person | null, act: string) =>
  call('POST', path, act, { body, person });

/** Checks the status first, and calls `isRight` only if the status is right. */
export const checkAnswer = (answer: Answer, says: string, status = 200, isRight: () => boolean = () => true): boolean =>
  check(answer, { [says]: () => answer.status === status && isRight() });

/** @throws if the status differs */
export const mustPost = (path: string, body: object, person: Person | null, status = 201): Answer => {
  const answer = post(path, body, person, 'make');
  if (answer.status !== status) throw new Error(`${path} answers ${answer.status}: ${answer.body}`);
  return answer;
};

const register = (run: string, index: number): Person => {
  const answer = mustPost(
    '/api/auth/register',
    { username: `load-${run}-${index}`, password: `secret of ${run}` },
    null,
  );
  const session = answer.cookies.hearsay_session?.[0]?.value;
  if (!session) throw new Error('Registering answers no session');
  return { id: answer.json('id') as string, cookie: `hearsay_session=${session}` };
};

export const makeWorld = (count: number, questions: number): World => {
  const run = `${Date.now().toString(36)}${Math.floor(Math.random() * 1e6).toString(36)}`;
  const people = Array.from({ length: count }, (_, index) => register(run, index));
  const ask = (_: unknown, index: number) =>
    mustPost('/api/questions', { title: `Under load ${run} ${index}` }, people[index % count] ?? null).json(
      'id',
    ) as string;
  return { people, questionIds: Array.from({ length: questions }, ask) };
};

const itemAt = <T>(items: readonly T[], index: number): T => {
  const item = items[index];
  if (item === undefined) throw new Error('Nothing to pick from');
  return item;
};
export const randomItem = <T>(items: readonly T[]): T => itemAt(items, Math.floor(Math.random() * items.length));

const picks: Record<number, (random: number) => number> = {};
/** Picks a random item. By Zipf's law it picks the first items most often. */
export const popularItem = <T>(items: readonly T[]): T => {
  picks[items.length] ??= zipf(items.length);
  return itemAt(items, picks[items.length]!(Math.random()));
};

export const boost = (person: Person, questionId: string, isBoosted: boolean, act = 'boost'): void => {
  const answer = post(`/api/questions/${questionId}/boost`, { isBoosted }, person, act);
  checkAnswer(answer, 'a boost is as wished', 200, () => answer.json('isBoosted') === isBoosted);
};

/** A random person boosts a question or takes the boost back. Most of these boosts go to the same few questions. */
export const boostAtRandom = ({ people, questionIds }: World, act?: string): void =>
  boost(randomItem(people), popularItem(questionIds), Math.random() < 0.7, act);

export const wrongCounts = zeroCounter(
  'counts_that_differ',
  'Every count that is read back equals the number of people who have boosted',
);

interface Status {
  readonly isBoosted: boolean;
  readonly boostCount: number;
}

/** Reports the questions whose boost count differs from the number of people whose `isBoosted` is true. */
export const compareCounts = ({ people, questionIds }: World): void => {
  const boosters = new Map<string, number>();
  const counts = new Map<string, number>();
  for (let from = 0; from < questionIds.length; from += 100) {
    const items = questionIds.slice(from, from + 100).map((contentId) => ({ contentType: 'question', contentId }));
    for (const person of people) {
      const answer = mustPost('/api/batch/boost-status', { items }, person, 200);
      for (const [key, status] of Object.entries(answer.json() as unknown as Record<string, Status>)) {
        boosters.set(key, (boosters.get(key) ?? 0) + (status.isBoosted ? 1 : 0));
        counts.set(key, status.boostCount);
      }
    }
  }
  if (counts.size !== questionIds.length)
    throw new Error(`Asked for ${questionIds.length} questions, heard of ${counts.size}`);
  wrongCounts.add([...counts].filter(([key, count]) => boosters.get(key) !== count).length);
};
