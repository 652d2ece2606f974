import { beforeEach, jest } from '@jest/globals';

export interface Call {
  /** As `DELETE /api/notifications/7`, with the query. */
  readonly call: string;
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Record<string, unknown>;
  readonly key: string | null;
}

interface FakeApi {
  /** Returns JSON or a `Response`. */
  answer: (call: Call) => unknown;
  reads: string[];
  acts: Call[];
  sent: () => Pick<Call, 'call' | 'body'>[];
}

/** The server of a test. @returns the reads and acts until now */
export function fakeApi(answer: FakeApi['answer'], api = {} as FakeApi): FakeApi {
  const reads: string[] = [];
  const acts: Call[] = [];
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

/** The server of each test of a file. Tests may set another `answer`. */
export function apiOfFile(answer: FakeApi['answer']): FakeApi {
  const api = {} as FakeApi;
  beforeEach(() => {
    fakeApi(answer, api);
  });
  return api;
}

export const refusal = (status = 403, body: object = {}) => Response.json(body, { status });
