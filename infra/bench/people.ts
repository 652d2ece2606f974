import { randomUUID } from 'node:crypto';
import { runInGroups } from '@hearsay/testing';
import { Pool } from 'undici';
import { type Client, registerNewcomer } from '../journeys/client.ts';

const times = <T>(count: number, act: (index: number) => Promise<T>): Promise<T[]> =>
  runInGroups([...Array(count).keys()], act, 8);

/** Signed-in people, each with one connection. They cost this process less CPU than instances of `Client`. */
export class People {
  readonly #clients: readonly Client[];
  readonly #pool: Pool;

  private constructor(origin: string, clients: readonly Client[]) {
    this.#clients = clients;
    this.#pool = new Pool(origin, { connections: clients.length, pipelining: 1 });
  }

  static async register(origin: string, count: number): Promise<People> {
    return new People(origin, await times(count, () => registerNewcomer(origin, 'bench')));
  }

  /** One signed-in person with several connections. */
  static ofOneClient(client: Client, connections: number): People {
    return new People(client.at.url, new Array<Client>(connections).fill(client));
  }

  /** The same people, who call another server. */
  callingServer(origin: string): People {
    return new People(origin, this.#clients);
  }

  /** Account ids. Their indexes are the person numbers that `post` and `get` take. */
  get ids(): string[] {
    return this.#clients.map(({ user }) => user.id);
  }

  /** Sends an idempotency key, as the web does. @throws when the answer has another status */
  post(person: number, path: string, body: object = {}, expected = 200) {
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    return this.#call(person, 'POST', path, headers, expected, JSON.stringify(body));
  }

  /** @throws when the answer is not a 200. */
  get(person: number, path: string) {
    return this.#call(person, 'GET', path, {}, 200);
  }

  askQuestions(count: number): Promise<string[]> {
    return times(count, async (index) => {
      const body = { title: `Measured ${index}` };
      return (
        JSON.parse((await this.post(index % this.#clients.length, '/api/questions', body, 201)).body) as { id: string }
      ).id;
    });
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }

  async #call(
    person: number,
    method: 'GET' | 'POST',
    path: string,
    headers: Record<string, string>,
    expected: number,
    body: string | null = null,
  ) {
    const { cookie } = this.#clients[person]!;
    const sent = cookie === undefined ? headers : { ...headers, cookie };
    const answer = await this.#pool.request({ method, path, headers: sent, body });
    const text = await answer.body.text();
    if (answer.statusCode !== expected) throw new Error(`${path} answers ${answer.statusCode}: ${text}`);
    return { headers: answer.headers, body: text };
  }
}
