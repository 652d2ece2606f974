import { say } from '../../local/progress.mjs';
import type { Toggles } from './boosts-over-nats.ts';
import { HttpConnection, postOf } from './http-connection.ts';
import { closedLoop, serveLoad } from './serve-load.ts';
import { neighboursApart, questionByQuestion, type Turn, Turns } from './turns.ts';

interface Setup {
  readonly url: string;
  readonly administrator: { readonly email: string; readonly password: string };
  readonly people: number;
  readonly questions: number;
  readonly callers: number;
  readonly spreadPairs: number;
}

/** People who ask and do not vote: Answer refuses votes on one's own questions. */
const authors = 20;
const atOnce = 4;
const password = 'measured-and-nothing-else';
const api = '/answer/api/v1';
const adminApi = '/answer/admin/api';

let url: URL;
let tokens: string[] = [];
let questionIds: string[] = [];
let connections: HttpConnection[] = [];
let spread = new Turns([]);
/** Pairs of the hot question, which is the last one. */
let hot = new Turns([]);
/** Somebody who votes on nothing while it is measured. */
let checkersToken = '';

/** Answers the `data` of its envelope. */
const call = async <T>(method: string, path: string, token = '', body?: object): Promise<T> => {
  const response = await fetch(new URL(path, url), {
    method,
    headers: { 'content-type': 'application/json', authorization: token },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answers ${response.status}: ${text}`);
  return (JSON.parse(text) as { data: T }).data;
};

const several = async <T>(what: string, count: number, make: (index: number) => Promise<T>): Promise<T[]> => {
  const made: T[] = [];
  for (let from = 0; from < count; from += atOnce) {
    made.push(
      ...(await Promise.all(Array.from({ length: Math.min(atOnce, count - from) }, (_, index) => make(from + index)))),
    );
    if (made.length % 100 === 0) say(`Apache Answer: ${made.length} of ${count} ${what}`);
  }
  return made;
};

/** Answers a token. */
const signIn = async (email: string, pass: string): Promise<string> =>
  (await call<{ access_token: string }>('POST', `${api}/user/login/email`, '', { e_mail: email, pass })).access_token;

const emailOf = (index: number) => `person-${index}@measured.test`;

/** Everything through its API: the lowest reputation for every act, accounts, questions. */
const connect = async (setup: Setup): Promise<void> => {
  url = new URL(setup.url);
  const administrator = await signIn(setup.administrator.email, setup.administrator.password);
  await call('PUT', `${adminApi}/setting/privileges`, administrator, { level: 1, custom_privileges: [] });
  const everybody = await several('people', setup.people + authors + 1, async (index) => {
    await call('POST', `${adminApi}/user`, administrator, {
      display_name: `Person ${index}`,
      email: emailOf(index),
      password,
    });
    return signIn(emailOf(index), password);
  });
  tokens = everybody.slice(0, setup.people);
  checkersToken = everybody.at(-1) ?? '';
  const ask = async (index: number): Promise<string> => {
    const title = `What is measured here, number ${index}?`;
    const tags = [{ slug_name: 'measured', display_name: 'measured', original_text: '' }];
    const question = { title, content: 'Votes on this question are measured.', tags };
    return (
      await call<{ id: string }>('POST', `${api}/question`, everybody[setup.people + (index % authors)], question)
    ).id;
  };
  // The first one makes the tag: two at once would both try it, and one of them would be refused.
  const first = await ask(0);
  questionIds = [first, ...(await several('questions', setup.questions, (index) => ask(index + 1)))];
  connections = await Promise.all(Array.from({ length: setup.callers }, () => HttpConnection.open(url)));
  spread = new Turns(neighboursApart(setup.people, setup.questions, setup.spreadPairs));
  hot = new Turns(questionByQuestion(setup.people, 1).map(({ person }) => ({ person, question: setup.questions })));
};

const voted = '"vote_status":"vote_up"';

const send = async ({ question, person, isOn }: Turn, caller: number): Promise<void> => {
  const body = `{"object_id":"${questionIds[question]}","is_cancel":${!isOn}}`;
  const answer = await connections[caller]?.ask(
    postOf(url, `${api}/vote/up`, body, { Authorization: tokens[person] ?? '' }),
  );
  if (answer?.status !== 200 || answer.body.includes(voted) !== isOn)
    throw new Error(`A vote is answered ${answer?.status}: ${answer?.body}`);
};

const mix = async (): Promise<void> => {
  for (const turns of [spread, hot]) await turns.mix(connections.length, send);
};

const vote = ({ seconds, isHot }: { seconds: number; isHot: boolean }) => {
  const turns = isHot ? hot : spread;
  return closedLoop(connections.length, seconds, async (caller) => {
    const turn = turns.take();
    await send(turn, caller);
    turns.done(turn);
  });
};

const tally = async (): Promise<Toggles> => ({
  byQuestion: { ...spread.tally(questionIds), ...hot.tally(questionIds) },
});

interface ReadBack {
  /** What pages show, as votes of many at once have left it. */
  readonly shown: Readonly<Record<string, number>>;
  /** The same after one more vote and its cancellation, one after the other: Answer counts the votes anew with each. */
  readonly counted: Readonly<Record<string, number>>;
}

const shownVotes = async (id: string): Promise<number> =>
  (await call<{ vote_count: number }>('GET', `${api}/question/info?id=${id}`, checkersToken)).vote_count;

const readBack = async (): Promise<ReadBack> => {
  const shown: Record<string, number> = {};
  const counted: Record<string, number> = {};
  for (const id of questionIds) {
    shown[id] = await shownVotes(id);
    for (const isCancel of [false, true])
      await call('POST', `${api}/vote/up`, checkersToken, { object_id: id, is_cancel: isCancel });
    counted[id] = await shownVotes(id);
  }
  return { shown, counted };
};

serveLoad({ connect, mix, vote, tally, readBack });
