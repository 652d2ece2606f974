import { check, sleep } from 'k6';
import http, { type RefinedResponse } from 'k6/http';

const given = __ENV.BASE_URL;
if (!given)
  throw new Error(
    'BASE_URL is missing: the address of the gateway. `npm run load -- NAME` gives that of the running system.',
  );

/** Address of the gateway, without a slash at its end. */
export const baseUrl = given.replace(/\/$/, '');

export interface Person {
  readonly id: string;
  readonly cookie: string;
}

export interface World {
  readonly people: readonly Person[];
  readonly questionIds: readonly string[];
}

type Answer = RefinedResponse<'text'>;

/**
 * INSIST=1: what is answered "later" (503 with Retry-After) is asked again under the same key, as the app does, and is no failed call. For tests that measure nothing: a machine
 * that does other things may be too busy to answer in time.
 */
const insists = __ENV.INSIST === '1';
const attempts = 20;
const pauseSeconds = 0.5;
if (insists) http.setResponseCallback(http.expectedStatuses({ min: 200, max: 399 }, 503));

const insisting = (send: () => Answer): Answer => {
  for (let attempt = 1; ; attempt += 1) {
    const answer = send();
    if (!insists || attempt === attempts || answer.status !== 503 || answer.headers['Retry-After'] === undefined)
      return answer;
    sleep(pauseSeconds);
  }
};

/** The session is sent by hand, and a jar that is thrown away keeps k6 from adding those of others. */
const paramsOf = (person: Person | null, act: string, isWrite = false) => ({
  headers: {
    'Content-Type': 'application/json',
    ...(person && { Cookie: person.cookie }),
    ...(insists && isWrite && { 'Idempotency-Key': `k6-${Date.now()}-${Math.random()}` }),
  },
  jar: new http.CookieJar(),
  tags: { act, name: act },
  responseType: 'text' as const,
});

/** A POST by a person; `act` is the name under which its duration is judged. */
export const post = (path: string, body: object, person: Person | null, act: string): Answer => {
  const params = paramsOf(person, act, true);
  return insisting(() => http.post(`${baseUrl}${path}`, JSON.stringify(body), params));
};

export const remove = (path: string, person: Person | null, act: string): Answer => {
  const params = paramsOf(person, act, true);
  return insisting(() => http.del(`${baseUrl}${path}`, null, params));
};

export const get = (path: string, person: Person | null, act: string): Answer => {
  const params = paramsOf(person, act);
  return insisting(() => http.get(`${baseUrl}${path}`, params));
};

const must = (answer: Answer, status: number): Answer => {
  if (answer.status !== status)
    throw new Error(`${answer.request.method} ${answer.request.url} answers ${answer.status}: ${answer.body}`);
  return answer;
};

const register = (run: string, index: number): Person => {
  const body = { username: `load-${run}-${index}`, password: `secret of load-${run}-${index}` };
  const answer = must(post('/api/auth/register', body, null, 'register'), 201);
  const session = answer.cookies.hearsay_session?.[0]?.value;
  if (!session) throw new Error('Registering answers no session');
  return { id: answer.json('id') as string, cookie: `hearsay_session=${session}` };
};

/** New people and new questions, all made through the API; for a test's `setup`. */
export const makeWorld = (people: number, questions: number): World => {
  const run = `${Date.now().toString(36)}${Math.floor(Math.random() * 1e6).toString(36)}`;
  const registered = Array.from({ length: people }, (_, index) => register(run, index));
  const questionIds = Array.from({ length: questions }, (_, index) => {
    const asker = registered[index % registered.length] ?? null;
    return must(post('/api/questions', { title: `Under load ${run} ${index}` }, asker, 'ask'), 201).json(
      'id',
    ) as string;
  });
  return { people: registered, questionIds };
};

export const oneOf = <T>(items: readonly T[]): T => {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error('Nothing to pick from');
  return item;
};

/** Sets whether a person boosts a question, and checks what the answer says of it. */
export const boost = (person: Person, questionId: string, isBoosted: boolean, act = 'boost'): void => {
  const answer = post(`/api/questions/${questionId}/boost`, { isBoosted }, person, act);
  check(answer, {
    'a boost is answered': ({ status }) => status === 200,
    'a boost is as wished': (response) => response.status === 200 && response.json('isBoosted') === isBoosted,
  });
};

interface Status {
  readonly isBoosted: boolean;
  readonly boostCount: number;
}

/** Reads every person's boosts and every count back: the number of questions whose count is not that of its boosters. */
export const countsThatDiffer = ({ people, questionIds }: World): number => {
  const boosters = new Map<string, number>();
  const counts = new Map<string, number>();
  for (let from = 0; from < questionIds.length; from += 100) {
    const items = questionIds.slice(from, from + 100).map((contentId) => ({ contentType: 'question', contentId }));
    for (const person of people) {
      const statuses = must(
        post('/api/batch/boost-status', { items }, person, 'read back'),
        200,
      ).json() as unknown as Record<string, Status>;
      for (const [key, { isBoosted, boostCount }] of Object.entries(statuses)) {
        boosters.set(key, (boosters.get(key) ?? 0) + (isBoosted ? 1 : 0));
        counts.set(key, boostCount);
      }
    }
  }
  if (counts.size !== questionIds.length)
    throw new Error(`Asked for ${questionIds.length} questions, heard of ${counts.size}`);
  return [...counts].filter(([key, count]) => boosters.get(key) !== count).length;
};
