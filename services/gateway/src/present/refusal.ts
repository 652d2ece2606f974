import { STATUS_CODES } from 'node:http';
import { type ErrorBody, type ErrorCode, errorRules, Refusal } from '@hearsay/contracts';

/** Browser features that the app does not use (https://www.w3.org/TR/permissions-policy/). */
const unused = [
  'camera',
  'display-capture',
  'geolocation',
  'hid',
  'midi',
  'payment',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

export const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'permissions-policy': `microphone=(self), ${unused.map((feature) => `${feature}=()`).join(', ')}`,
} as const;

interface Limited {
  readonly name: string;
  readonly limit: { readonly count: number; readonly seconds: number };
  readonly remaining: number;
  readonly resetSeconds: number;
}

/**
 * Headers of draft-ietf-httpapi-ratelimit-headers-10: quota `q` in a window of `w` seconds, `r` left for `t` seconds.
 */
export const limitHeaders = ({ name, limit, remaining, resetSeconds }: Limited): Record<string, string> => ({
  'ratelimit-policy': `"${name}";q=${limit.count};w=${limit.seconds}`,
  ratelimit: `"${name}";r=${remaining};t=${resetSeconds}`,
});

/** The refusal of a wrong field. The form shows its text beside the field. */
export const wrongField = (field: string, mistake: string): Refusal =>
  new Refusal('invalid_input', mistake, { fields: { [field]: mistake } });

const codeByStatus: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid_input',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  413: 'too_large',
  // The path parameter is longer than any id.
  414: 'not_found',
  415: 'unsupported_media',
};

const statusIn = (error: unknown): number | undefined => {
  if (error === null || typeof error !== 'object') return undefined;
  const { status, statusCode } = error as { status?: unknown; statusCode?: unknown };
  return [statusCode, status].find((value): value is number => typeof value === 'number');
};

/** Maps errors of the frameworks by status. Other errors become `internal`. */
export const refusalOf = (error: unknown): Refusal => {
  if (error instanceof Refusal) return error;
  const code = codeByStatus[statusIn(error) ?? 500];
  return new Refusal(code ?? 'internal');
};

/** An internal error gets the text of the error table, never its cause. `retryAfter` is in seconds. */
export const errorAnswer = (refusal: Refusal, requestId: string) => {
  const rule = errorRules[refusal.code];
  const { fields, wipeId, suggestion } = rule.report ? {} : refusal.details;
  const body: ErrorBody = {
    error: rule.report ? rule.text : refusal.message,
    code: refusal.code,
    ...(fields && { fields }),
    ...(wipeId && { wipeId }),
    ...(suggestion && { suggestion }),
    requestId,
  };
  return {
    status: rule.status,
    body,
    retryAfter: rule.isRetryable ? (refusal.details.retryAfter ?? 1) : null,
  };
};

/** The whole HTTP response as text, for connections that Fastify does not serve. */
export const rawAnswer = (
  refusal: Refusal,
  { requestId, headers = {}, ...given }: { requestId: string; status?: number; headers?: Record<string, string> },
): string => {
  const { status, body, retryAfter } = errorAnswer(refusal, requestId);
  const sent = given.status ?? status;
  const text = JSON.stringify(body);
  const fields = {
    ...commonHeaders,
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
