import { randomBytes } from 'node:crypto';
import { HttpConnection, postOf } from './http-connection.ts';
import { serveLoad } from './serve-load.ts';

interface Setup {
  readonly url: string;
  readonly people: number;
}

let url: URL;
let questionId = '';
let cookies: string[] = [];
let said = 0;
/** Connections on which nothing is being said. */
const free: HttpConnection[] = [];

const post = async (path: string, body: object, cookie = ''): Promise<Response> => {
  const response = await fetch(new URL(path, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answers ${response.status}: ${await response.text()}`);
  return response;
};

const register = async (): Promise<string> => {
  const response = await post('/api/auth/register', {
    username: `bench-${randomBytes(6).toString('hex')}`,
    password: randomBytes(12).toString('hex'),
  });
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
};

/** Makes people and a question through the API. Answers the question's id. */
const connect = async (setup: Setup): Promise<string> => {
  url = new URL(setup.url);
  for (let index = 0; index < setup.people; index += 1) cookies = [...cookies, await register()];
  const asked = await post('/api/questions', { title: 'What is said here?' }, cookies[0]);
  questionId = ((await asked.json()) as { id: string }).id;
  return questionId;
};

const sayOne = async (words: string): Promise<void> => {
  let connection = free.pop();
  while (connection && !connection.isOpen) connection = free.pop();
  connection ??= await HttpConnection.open(url);
  const body = JSON.stringify({ questionId, content: `Sent at ${Date.now()}${words}` });
  const cookie = cookies[said++ % cookies.length] ?? '';
  const answer = await connection.ask(postOf(url, '/api/discussions', body, { cookie }));
  if (answer.status !== 201) throw new Error(`A message is answered ${answer.status}: ${answer.body}`);
  free.push(connection);
};

/** So many people say something at the same time, each with `words` behind the instant. Resolves when all of it is kept. */
const say = async ({ count, words }: { count: number; words: string }): Promise<void> => {
  await Promise.all(Array.from({ length: count }, () => sayOne(words)));
};

serveLoad({ connect, say });
