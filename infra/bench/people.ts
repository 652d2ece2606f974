import { randomUUID } from 'node:crypto';
import { inGroups } from '@hearsay/testing';
import { Pool } from 'undici';
import { newcomer } from '../journeys/client.ts';

interface Account {
  readonly id: string;
  readonly cookie: string;
}

const times = <T>(count: number, act: (index: number) => Promise<T>): Promise<T[]> =>
  inGroups([...Array(count).keys()], act, 8);

export class People {
  readonly #pool: Pool;
  readonly #accounts: readonly Account[];

  private constructor(pool: Pool, accounts: readonly Account[]) {
    this.#pool = pool;
    this.#accounts = accounts;
  }

  get ids(): string[] {
    return this.#accounts.map(({ id }) => id);
  }

  at(origin: string): People {
    return new People(new Pool(origin, { connections: this.#accounts.length, pipelining: 1 }), this.#accounts);
  }

  static async register(origin: string, count: number): Promise<People> {
    const clients = await times(count, () => newcomer(origin, 'bench'));
    const accounts = clients.map(({ user, cookie }) => ({ id: user.id, cookie: cookie! }));
    return new People(new Pool(origin, { connections: count, pipelining: 1 }), accounts);
  }

  /** Sends an idempotency key, as the web does. @throws when the answer has another status */
  post(person: number, path: string, body = '{}', expected = 200): ReturnType<typeof call> {
    const headers = { cookie: this.#accounts[person]!.cookie, 'idempotency-key': randomUUID() };
    return call(this.#pool, expected, 'POST', path, headers, body);
  }

  /** @throws when the answer is not a 200. */
  get(person: number, path: string): ReturnType<typeof call> {
    return call(this.#pool, 200, 'GET', path, { cookie: this.#accounts[person]!.cookie });
  }

  ask(count: number): Promise<string[]> {
    return times(count, async (index) => {
      const body = `{"title":"Measured ${index}"}`;
      const answer = await this.post(index % this.#accounts.length, '/api/questions', body, 201);
      return (JSON.parse(answer.body) as { id: string }).id;
    });
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }
}

const call = async (
  pool: Pool,
  expected: number,
  method: 'GET' | 'POST',
  path: string,
  headers: Record<string, string>,
  body?: string,
) => {
  const answer = await pool.request({
    method,
    path,
    headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
    ...(body !== undefined && { body }),
  });
  const text = await answer.body.text();
  if (answer.statusCode !== expected) throw new Error(`${path} answers ${answer.statusCode}: ${text}`);
  return { headers: answer.headers, body: text };
};
