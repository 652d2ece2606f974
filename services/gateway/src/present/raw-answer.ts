import { STATUS_CODES } from 'node:http';
import type { Refusal } from '@hearsay/contracts';
import { everyAnswer } from './every-answer.js';
import { errorAnswer } from './refusal.js';

interface RawAnswer {
  readonly requestId: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A refusal as it goes over a connection that no route answers; the connection ends with it. */
export const rawAnswer = (refusal: Refusal, { requestId, headers = {}, ...given }: RawAnswer): string => {
  const { status, body, retryAfter } = errorAnswer(refusal, requestId);
  const sent = given.status ?? status;
  const text = JSON.stringify(body);
  const fields = {
    ...everyAnswer,
    'content-type': 'application/json; charset=utf-8',
    date: new Date().toUTCString(),
    'content-length': Buffer.byteLength(text),
    'x-request-id': requestId,
    ...(retryAfter !== null && { 'retry-after': retryAfter }),
    connection: 'close',
    ...headers,
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${sent} ${STATUS_CODES[sent] ?? ''}\r\n${lines.join('')}\r\n${text}`;
};
