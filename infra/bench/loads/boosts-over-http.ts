import { randomBytes, randomUUID } from 'node:crypto';
import type { LoadResult } from '../load-process.ts';
import { percentile } from '../statistics.ts';
import type { Toggles } from './boosts-over-nats.ts';
import { type HttpAnswer, HttpConnection, postOf } from './http-connection.ts';
import { closedLoop, serveLoad } from './serve-load.ts';
import { neighboursApart, questionByQuestion, type Turn, Turns } from './turns.ts';

interface Setup {
  readonly url: string;
  readonly people: number;
  readonly questions: number;
  readonly callers: number;
  /** Only so many pairs take turns, neighbours apart, and one more question takes everybody's boosts; without it all pairs, question by question. */
  readonly spreadPairs?: number;
}

interface AtRate {
  readonly perSecond: number;
  readonly seconds: number;
  readonly answerTimeoutMs: number;
  readonly connections: number;
}

let url: URL;
let cookies: string[] = [];
let questionIds: string[] = [];
let connections: HttpConnection[] = [];
/** Pairs over all questions but the hot one. */
let spread = new Turns([]);
/** Pairs of the hot question, which is the last one. */
let hot = new Turns([]);
let nextPerson = 0;
const missingId = randomUUID();

const atOnce = 8;

/** Runs `make` so many times, a few at once. */
const several = async <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> => {
  const made: T[] = [];
  for (let from = 0; from < count; from += atOnce) {
    made.push(
      ...(await Promise.all(Array.from({ length: Math.min(atOnce, count - from) }, (_, index) => make(from + index)))),
    );
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
  const { people, questions, spreadPairs } = setup;
  questionIds = await several(spreadPairs ? questions + 1 : questions, async (index) => {
    const response = await post('/api/questions', { title: `Measured ${index}` }, cookies[index % cookies.length]);
    return ((await response.json()) as { id: string }).id;
  });
  connections = await Promise.all(Array.from({ length: setup.callers }, () => HttpConnection.open(url)));
  spread = new Turns(
    spreadPairs ? neighboursApart(people, questions, spreadPairs) : questionByQuestion(people, questions),
  );
  if (spreadPairs)
    hot = new Turns(questionByQuestion(people, 1).map(({ person }) => ({ person, question: questions })));
};

/** People in turns, for calls that change nothing. */
const somebody = (): number => {
  nextPerson = (nextPerson + 1) % cookies.length;
  return nextPerson;
};

/** One call as the web sends it, with a key. */
const send = (
  connection: HttpConnection,
  path: string,
  person: number,
  body: string,
  key: string,
): Promise<HttpAnswer> =>
  connection.ask(postOf(url, path, body, { cookie: cookies[person] ?? '', 'idempotency-key': key }));

const connectionOf = (caller: number): HttpConnection => {
  const connection = connections[caller];
  if (!connection) throw new Error(`No connection for caller ${caller}`);
  return connection;
};

const ask = async (caller: number, path: string, person: number, body = '{}', expected = 200): Promise<void> => {
  const answer = await send(connectionOf(caller), path, person, body, randomUUID());
  if (answer.status !== expected) throw new Error(`${path} answers ${answer.status}: ${answer.body}`);
};

/** One boost: the next state of the next pair. */
interface Act {
  readonly turn: Turn;
  readonly turns: Turns;
  readonly path: string;
  readonly person: number;
  readonly body: string;
  readonly key: string;
}

const actOf = (turns: Turns, turn: Turn): Act => {
  const path = `/api/questions/${questionIds[turn.question]}/boost`;
  return { turn, turns, path, person: turn.person, body: `{"isBoosted":${turn.isOn}}`, key: randomUUID() };
};

const nextAct = (turns = spread): Act => actOf(turns, turns.take());

const sendAct = ({ path, person, body, key }: Act, connection: HttpConnection) =>
  send(connection, path, person, body, key);

const wasDone = ({ turn, turns }: Act): void => turns.done(turn);

const again = 503;
const pauseMs = 50;

/** Boosts like the web does: what is answered "unavailable" is sent again under its key until it is done. */
const doInTheEnd = async (act: Act, connection: HttpConnection): Promise<void> => {
  for (;;) {
    const { status, body } = await sendAct(act, connection);
    if (status === 200) return wasDone(act);
    if (status !== again) throw new Error(`${act.path} answers ${status}: ${body}`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
};

const boostInTheEnd = ({ seconds }: { seconds: number }) =>
  closedLoop(connections.length, seconds, (caller) => doInTheEnd(nextAct(), connectionOf(caller)));

let unanswered: Act[] = [];

/**
 * Boosts that begin at a rate, whether earlier ones are answered or not, on at most so many connections: what finds none free counts as
 * refused. What is done within `answerTimeoutMs` of its beginning is completed. Whatever is not done is kept for `finish`.
 */
const boostAtRate = async ({
  perSecond,
  seconds,
  answerTimeoutMs,
  connections: most,
}: AtRate): Promise<LoadResult & { offered: number }> => {
  const free = await Promise.all(Array.from({ length: most }, () => HttpConnection.open(url)));
  const opened = [...free];
  let lastDoneAt = 0;
  const begin = async (): Promise<number | undefined> => {
    const connection = free.pop();
    if (!connection) return undefined;
    const act = nextAct();
    const from = performance.now();
    const { status, body } = await sendAct(act, connection);
    free.push(connection);
    if (status !== 200) {
      if (status !== again) throw new Error(`${act.path} answers ${status}: ${body}`);
      unanswered.push(act);
      return undefined;
    }
    wasDone(act);
    const now = performance.now();
    if (now - from > answerTimeoutMs) return undefined;
    lastDoneAt = now;
    return now - from;
  };
  const startedAt = performance.now();
  const answers: Promise<number | undefined>[] = [];
  for (;;) {
    const elapsed = (performance.now() - startedAt) / 1000;
    if (elapsed >= seconds) break;
    for (let due = Math.floor(elapsed * perSecond) - answers.length; due > 0; due -= 1) answers.push(begin());
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  const durations = (await Promise.all(answers)).filter((duration) => duration !== undefined);
  for (const connection of opened) connection.close();
  return {
    offered: answers.length,
    completed: durations.length,
    seconds: (lastDoneAt - startedAt) / 1000,
    p50: percentile(durations, 0.5),
    p99: percentile(durations, 0.99),
  };
};

/** Does what was refused, under the same keys, so that every boost that was begun is done once. Answers how many there were. */
const finish = async (): Promise<number> => {
  const left = unanswered;
  unanswered = [];
  let next = 0;
  await Promise.all(
    connections.map(async (connection) => {
      for (let act = left[next++]; act; act = left[next++]) await doInTheEnd(act, connection);
    }),
  );
  return left.length;
};

const doAtOnce = async (act: Act, caller: number): Promise<void> => {
  const { status, body } = await sendAct(act, connectionOf(caller));
  if (status !== 200) throw new Error(`${act.path} answers ${status}: ${body}`);
};

const boost = ({ seconds, isHot = false }: { seconds: number; isHot?: boolean }) =>
  closedLoop(connections.length, seconds, async (caller) => {
    const act = nextAct(isHot ? hot : spread);
    await doAtOnce(act, caller);
    wasDone(act);
  });

const mix = async (): Promise<void> => {
  for (const turns of [spread, hot])
    await turns.mix(connections.length, (turn, caller) => doAtOnce(actOf(turns, turn), caller));
};

const noOp = ({ seconds }: { seconds: number }) =>
  closedLoop(connections.length, seconds, (caller) => ask(caller, '/api/bench/no-op', somebody()));

/** The same call about what does not exist: engagement knows that for two seconds and refuses it behind one look for an earlier result. */
const refused = ({ seconds }: { seconds: number }) =>
  closedLoop(connections.length, seconds, (caller) =>
    ask(caller, `/api/questions/${missingId}/boost`, somebody(), '{"isBoosted":true}', 404),
  );

const tally = async (): Promise<Toggles> => ({
  byQuestion: { ...spread.tally(questionIds), ...hot.tally(questionIds) },
});

serveLoad({ connect, mix, boost, boostInTheEnd, boostAtRate, finish, noOp, refused, tally });
