import { ErrorBody, type ErrorCode, errorRules } from '@hearsay/contracts';
import { jsonSchemaOf, type Schema } from './described-schemas.js';

interface Header {
  readonly description: string;
  readonly schema: Schema;
}

/** What clients read in the headers of answers, for the document's components. */
export const answerHeaders = {
  'X-Request-Id': {
    description: 'By which an answer is found in the logs',
    schema: { type: 'string', format: 'uuid' },
  },
  ETag: { description: 'For If-None-Match: while nothing has changed the answer is 304', schema: { type: 'string' } },
  'X-Feed-Anchor': {
    description: 'For `anchor` in the query: the page after this one, in the order of this one. The last page has none',
    schema: { type: 'string' },
  },
  'Set-Cookie': {
    description:
      'The session, `hearsay_session` (`__Host-hearsay_session` under TLS), that there is one, for scripts of the page, and what the browser is known by',
    schema: { type: 'string' },
  },
  'Retry-After': {
    description: 'After how many seconds the call may be made again',
    schema: { type: 'integer', minimum: 1 },
  },
  'RateLimit-Policy': {
    description:
      'A quota `q` in a window of `w` seconds, `"posts";q=30;w=60` (draft-ietf-httpapi-ratelimit-headers-10)',
    schema: { type: 'string' },
  },
  RateLimit: {
    description: 'What is left of it for `t` more seconds, `"posts";r=29;t=60`',
    schema: { type: 'string' },
  },
  'Content-Disposition': { description: 'The name under which a browser keeps the file', schema: { type: 'string' } },
  'Accept-Ranges': { description: 'Parts may be asked for by Range', schema: { type: 'string', enum: ['bytes'] } },
  'Content-Range': { description: 'Which part this is, `bytes 0-1023/4096`', schema: { type: 'string' } },
  Location: { description: 'The upload, `/api/uploads/{id}`', schema: { type: 'string' } },
  'Tus-Resumable': { description: 'The version of the tus protocol', schema: { type: 'string', enum: ['1.0.0'] } },
  'Upload-Offset': { description: 'How many bytes have come', schema: { type: 'integer', minimum: 0 } },
  'Upload-Length': { description: 'How many bytes will come', schema: { type: 'integer', minimum: 1 } },
  'Upload-Metadata': { description: 'filename, filetype and purpose, as they were sent', schema: { type: 'string' } },
  'Upload-Expires': {
    description: 'When the upload ends unless it is used (RFC 9110 5.6.7)',
    schema: { type: 'string' },
  },
} as const satisfies Record<string, Header>;

export type AnswerHeader = keyof typeof answerHeaders;

/** What every answer to a limited act has. */
export const limitHeaderNames = ['RateLimit-Policy', 'RateLimit'] as const;

export const headerReferences = (names: readonly AnswerHeader[]): Record<string, { $ref: string }> =>
  Object.fromEntries(
    ['X-Request-Id' as const, ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );

/** One answer of the document, in the form that both Nest's decorators and the document itself take. */
export interface DescribedAnswer {
  readonly status: number;
  readonly description: string;
  readonly headers: Record<string, { $ref: string }>;
  readonly schema: Schema;
}

const headersOfRefusal = (status: number): AnswerHeader[] => {
  if (status === errorRules.rate_limited.status) return ['Retry-After', ...limitHeaderNames];
  return status === errorRules.unavailable.status ? ['Retry-After'] : [];
};

/** The answers of a call that is refused: one a status, whose body names one of the codes that the call may have. */
export const refusedAnswers = (codes: Iterable<ErrorCode>): DescribedAnswer[] => {
  const error = jsonSchemaOf(ErrorBody, 'output');
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set(codes)) {
    const { status } = errorRules[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return [...byStatus]
    .sort(([one], [other]) => one - other)
    .map(([status, ofStatus]) => ({
      status,
      description: ofStatus.map((code) => `\`${code}\`: ${errorRules[code].text}`).join('; '),
      headers: headerReferences(headersOfRefusal(status)),
      schema: {
        allOf: [
          error,
          { type: 'object', required: ['code'], properties: { code: { type: 'string', enum: ofStatus } } },
        ],
      },
    }));
};

/** What any call may be refused with, whatever it is: its address and headers alone may be too large. */
export const alwaysPossible: readonly ErrorCode[] = ['too_large', 'rate_limited', 'unavailable', 'internal'];
