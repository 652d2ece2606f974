import { randomBytes, randomUUID } from 'node:crypto';
import { Pool } from 'undici';

export interface HttpAnswer {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

const registeredAtOnce = 8;

/** Signed-in accounts that call the gateway of a system, each with a connection of its own. */
export class People {
  readonly #pool: Pool;
  readonly #cookies: string[];
  readonly ids: string[];

  private constructor(origin: string, count: number, cookies: string[] = [], ids: string[] = []) {
    this.#pool = new Pool(origin, { connections: count, pipelining: 1 });
    this.#cookies = cookies;
    this.ids = ids;
  }

  /** The same accounts, with the same headers, as callers of another server. */
  at(origin: string): People {
    return new People(origin, this.ids.length, this.#cookies, this.ids);
  }

  /** Registers `count` accounts through the API. @throws when one is refused. */
  static async register(origin: string, count: number): Promise<People> {
    const people = new People(origin, count);
    for (let made = 0; made < count; made += registeredAtOnce) {
      await Promise.all(Array.from({ length: Math.min(registeredAtOnce, count - made) }, () => people.#register()));
    }
    return people;
  }

  async #register(): Promise<void> {
    const account = { username: `bench-${randomBytes(6).toString('hex')}`, password: randomBytes(12).toString('hex') };
    const { status, body, headers } = await this.#call('POST', '/api/auth/register', {}, JSON.stringify(account));
    const cookie = [headers['set-cookie']].flat()[0]?.split(';')[0];
    if (status !== 201 || !cookie) throw new Error(`register answers ${status}: ${body}`);
    this.ids.push((JSON.parse(body) as { id: string }).id);
    this.#cookies.push(cookie);
  }

  /** A call as the web sends it, with an idempotency key. @throws when the answer has another status. */
  async post(person: number, path: string, body = '{}', expected = 200): Promise<HttpAnswer> {
    const headers = { cookie: this.#cookies[person]!, 'idempotency-key': randomUUID() };
    const answer = await this.#call('POST', path, headers, body);
    if (answer.status !== expected) throw new Error(`${path} answers ${answer.status}: ${answer.body}`);
    return answer;
  }

  /** @param person undefined for a visitor. @throws when the answer is not a 200. */
  async get(person: number | undefined, path: string): Promise<HttpAnswer> {
    const answer = await this.#call('GET', path, person === undefined ? {} : { cookie: this.#cookies[person]! });
    if (answer.status !== 200) throw new Error(`${path} answers ${answer.status}: ${answer.body}`);
    return answer;
  }

  /** Asks `count` questions, each person in turn, and answers their ids. */
  async ask(count: number): Promise<string[]> {
    const ids: string[] = [];
    for (let from = 0; from < count; from += registeredAtOnce) {
      const asked = await Promise.all(
        Array.from({ length: Math.min(registeredAtOnce, count - from) }, (_, index) =>
          this.post((from + index) % this.ids.length, '/api/questions', `{"title":"Measured ${from + index}"}`, 201),
        ),
      );
      ids.push(...asked.map(({ body }) => (JSON.parse(body) as { id: string }).id));
    }
    return ids;
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }

  async #call(
    method: 'GET' | 'POST',
    path: string,
    headers: Record<string, string>,
    body?: string,
  ): Promise<HttpAnswer> {
    const answer = await this.#pool.request({
      method,
      path,
      headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      ...(body !== undefined && { body }),
    });
    return { status: answer.statusCode, headers: answer.headers, body: await answer.body.text() };
  }
}
