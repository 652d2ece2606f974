import { jest } from '@jest/globals';

export interface Call {
  /** As `DELETE /api/notifications/7`, with the query. */
  readonly call: string;
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Record<string, unknown>;
  readonly key: string | null;
}

/** The server of a test. `answer` returns JSON or a `Response`. @returns the reads and acts until now */
export function fakeApi(answer: (call: Call) => unknown) {
  const reads: string[] = [];
  const acts: Call[] = [];
  globalThis.fetch = jest.fn<typeof fetch>(async (input, { method = 'GET', body, headers } = {}) => {
    const { pathname: path, searchParams: query } = new URL(String(input), 'http://here');
    const key = new Headers(headers).get('Idempotency-Key');
    const call = { call: `${method} ${input}`, method, path, query, body: JSON.parse(String(body ?? '{}')), key };
    if (method === 'GET') reads.push(String(input));
    else acts.push(call);
    const answered = await answer(call);
    return answered instanceof Response ? answered : Response.json(answered);
  });
  const sent = () => acts.map(({ call, body }) => ({ call, body }));
  return { reads, acts, sent };
}

export const refusal = (status = 403, body: object = {}) => Response.json(body, { status });
