import { beforeEach, jest } from '@jest/globals';

export interface FakeCall {
  /** Method and path with query, such as `DELETE /api/notifications/7`. */
  readonly call: string;
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Record<string, unknown>;
  readonly key: string | null;
}

interface FakeApi {
  /** @returns JSON or a `Response` */
  answer: (call: FakeCall) => unknown;
  reads: string[];
  acts: FakeCall[];
  sent: () => Pick<FakeCall, 'call' | 'body'>[];
}

/** Replaces `fetch` by a fake server. @returns the server, which lists the calls that it has received */
export function fakeApi(answer: FakeApi['answer'], api = {} as FakeApi): FakeApi {
  const reads: string[] = [];
  const acts: FakeCall[] = [];
  globalThis.fetch = jest.fn<typeof fetch>(async (input, { method = 'GET', body, headers } = {}) => {
    const { pathname: path, searchParams: query } = new URL(String(input), 'http://here');
    const key = new Headers(headers).get('Idempotency-Key');
    const call = { call: `${method} ${input}`, method, path, query, body: JSON.parse(String(body ?? '{}')), key };
    if (method === 'GET') reads.push(String(input));
    else acts.push(call);
    const answered = await api.answer(call);
    return answered instanceof Response ? answered : Response.json(answered);
  });
  return Object.assign(api, { answer, reads, acts, sent: () => acts.map(({ call, body }) => ({ call, body })) });
}

/** Gives each test of a file its own fake server. Tests may set another `answer`. */
export function fakeApiPerTest(answer: FakeApi['answer']): FakeApi {
  const api = {} as FakeApi;
  beforeEach(() => {
    fakeApi(answer, api);
  });
  return api;
}

export const refusal = (status = 403, body: object = {}) => Response.json(body, { status });
