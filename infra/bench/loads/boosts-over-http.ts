import { randomBytes, randomUUID } from 'node:crypto';
import type { Toggles } from './boosts-over-nats.ts';
import { HttpConnection, postOf } from './http-connection.ts';
import { closedLoop, serveLoad } from './serve-load.ts';

interface Setup {
  readonly url: string;
  readonly people: number;
  readonly questions: number;
  readonly callers: number;
}

let url: URL;
let cookies: string[] = [];
let questionIds: string[] = [];
let connections: HttpConnection[] = [];
let toggles = new Uint32Array();
let next = 0;
const missingId = randomUUID();

const atOnce = 8;

/** Runs `make` so many times, a few at once. */
const several = async <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> => {
  const made: T[] = [];
  for (let from = 0; from < count; from += atOnce) {
    made.push(...(await Promise.all(Array.from({ length: Math.min(atOnce, count - from) }, (_, index) => make(from + index)))));
  }
  return made;
};

const post = async (path: string, body: object, cookie?: string): Promise<Response> => {
  const response = await fetch(new URL(path, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answers ${response.status}: ${await response.text()}`);
  return response;
};

const register = async (): Promise<string> => {
  const username = `bench-${randomBytes(6).toString('hex')}`;
  const response = await post('/api/auth/register', { username, password: randomBytes(12).toString('hex') });
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
};

/** Everything through the API, as people do it. */
const connect = async (setup: Setup): Promise<void> => {
  url = new URL(setup.url);
  cookies = await several(setup.people, register);
  questionIds = await several(setup.questions, async (index) => {
    const response = await post('/api/questions', { title: `Measured ${index}` }, cookies[index % cookies.length]);
    return ((await response.json()) as { id: string }).id;
  });
  connections = await Promise.all(Array.from({ length: setup.callers }, () => HttpConnection.open(url)));
  toggles = new Uint32Array(cookies.length * questionIds.length);
};

/** Neighbouring requests come from different people and go to different questions. */
const pairAt = (index: number) => ({ person: index % cookies.length, question: Math.floor(index / cookies.length) % questionIds.length });

const takeNext = (): number => {
  const pair = next;
  next = (next + 1) % toggles.length;
  return pair;
};

/** One call as the web sends it, with a key. */
const ask = async (caller: number, path: string, person: number, body = '{}', expected = 200): Promise<void> => {
  const connection = connections[caller];
  if (!connection) throw new Error(`No connection for caller ${caller}`);
  const answer = await connection.ask(postOf(url, path, body, { cookie: cookies[person] ?? '', 'idempotency-key': randomUUID() }));
  if (answer.status !== expected) throw new Error(`${path} answers ${answer.status}: ${answer.body}`);
};

const boost = ({ seconds }: { seconds: number }) =>
  closedLoop(connections.length, seconds, async (caller) => {
    const index = takeNext();
    const { person, question } = pairAt(index);
    const isBoosted = (toggles[index] ?? 0) % 2 === 0;
    await ask(caller, `/api/questions/${questionIds[question]}/boost`, person, `{"isBoosted":${isBoosted}}`);
    toggles[index] = (toggles[index] ?? 0) + 1;
  });

const noOp = ({ seconds }: { seconds: number }) =>
  closedLoop(connections.length, seconds, (caller) => ask(caller, '/api/bench/no-op', pairAt(takeNext()).person));

/** The same call about what does not exist: engagement knows that for two seconds and refuses it without a look into its database. */
const refused = ({ seconds }: { seconds: number }) =>
  closedLoop(connections.length, seconds, (caller) =>
    ask(caller, `/api/questions/${missingId}/boost`, pairAt(takeNext()).person, '{"isBoosted":true}', 404),
  );

const tally = async (): Promise<Toggles> => {
  const byQuestion: Record<string, { toggles: number; boosts: number }> = {};
  for (const [index, count] of toggles.entries()) {
    const id = questionIds[pairAt(index).question] ?? '';
    byQuestion[id] ??= { toggles: 0, boosts: 0 };
    byQuestion[id].toggles += count;
    byQuestion[id].boosts += count % 2;
  }
  return { byQuestion };
};

serveLoad({ connect, boost, noOp, refused, tally });
