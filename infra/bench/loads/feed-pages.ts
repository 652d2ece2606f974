import { randomBytes, randomUUID } from 'node:crypto';
import { getOf, HttpConnection, postOf } from './http-connection.ts';
import { closedLoop, serveLoad } from './serve-load.ts';

interface Setup {
  readonly url: string;
  readonly callers: number;
  readonly people: number;
}

let url: URL;
let cookies: string[] = [];
let callers = 0;

const register = async (): Promise<{ id: string; cookie: string }> => {
  const body = JSON.stringify({
    username: `bench-${randomBytes(6).toString('hex')}`,
    password: randomBytes(12).toString('hex'),
  });
  const response = await fetch(new URL('/api/auth/register', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  if (!response.ok) throw new Error(`register answers ${response.status}`);
  const { id } = (await response.json()) as { id: string };
  return { id, cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
};

const connect = async (setup: Setup): Promise<{ people: string[] }> => {
  url = new URL(setup.url);
  const people: { id: string; cookie: string }[] = [];
  for (let index = 0; index < setup.people; index += 1) people.push(await register());
  cookies = people.map(({ cookie }) => cookie);
  callers = setup.callers;
  return { people: people.map(({ id }) => id) };
};

const cookieOf = (caller: number) => ({ cookie: cookies[caller % cookies.length] ?? '' });

const readPage = async (query: string): Promise<{ ids: string[]; anchor: string | null }> => {
  const response = await fetch(new URL(`/api/feed?${query}`, url), { headers: cookieOf(0) });
  if (!response.ok) throw new Error(`The feed answers ${response.status}: ${await response.text()}`);
  const items = (await response.json()) as { id: string }[];
  return { ids: items.map(({ id }) => id), anchor: response.headers.get('x-feed-anchor') };
};

/** As somebody scrolls: every page by the anchor of the one before. */
const walk = async ({ sort, pages }: { sort: string; pages: number }): Promise<{ items: number; repeated: number }> => {
  const ids: string[] = [];
  let query = `sortBy=${sort}`;
  for (let page = 1; page <= pages; page += 1) {
    const { ids: some, anchor } = await readPage(query);
    ids.push(...some);
    if (anchor === null) break;
    query = `anchor=${anchor}`;
  }
  return { items: ids.length, repeated: ids.length - new Set(ids).size };
};

interface Wish {
  readonly seconds: number;
  readonly sort: string;
  readonly depth: number;
  readonly isSignedIn: boolean;
}

/** With connections of its own: the gateway closes those that have said nothing for a minute, as after filling in a million questions. */
const repeat = async (seconds: number, once: (connection: HttpConnection, caller: number) => Promise<void>) => {
  const connections = await Promise.all(Array.from({ length: callers }, () => HttpConnection.open(url)));
  try {
    return await closedLoop(callers, seconds, (caller) => once(connections[caller]!, caller));
  } finally {
    for (const connection of connections) connection.close();
  }
};

const page = async ({ seconds, sort, depth, isSignedIn }: Wish) => {
  const query =
    depth === 1 ? `sortBy=${sort}` : `anchor=${(await readPage(`sortBy=${sort}&page=${depth - 1}`)).anchor}`;
  return repeat(seconds, async (connection, caller) => {
    const answer = await connection.ask(getOf(url, `/api/feed?${query}`, isSignedIn ? cookieOf(caller) : {}));
    if (answer.status !== 200 || !answer.body.startsWith('[{'))
      throw new Error(`The feed answers ${answer.status}: ${answer.body}`);
  });
};

const noOp = ({ seconds }: { seconds: number }) =>
  repeat(seconds, async (connection, caller) => {
    const headers = { ...cookieOf(caller), 'idempotency-key': randomUUID() };
    const answer = await connection.ask(postOf(url, '/api/bench/no-op', '{}', headers));
    if (answer.status !== 200) throw new Error(`The no-op answers ${answer.status}: ${answer.body}`);
  });

serveLoad({ connect, walk, page, noOp });
