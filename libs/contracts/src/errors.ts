import * as z from 'zod/mini';
import { named } from './primitives.js';

interface ErrorRule {
  readonly status: number;
  readonly text: string;
  readonly isRetryable: boolean;
  /** True if the server is at fault. Such errors are logged as errors. */
  readonly report: boolean;
}

const rule = (status: number, text: string, more: Partial<ErrorRule> = {}): ErrorRule => ({
  status,
  text,
  isRetryable: false,
  report: false,
  ...more,
});

/** Every error code with its HTTP status. The body is `ErrorBody`. */
export const errorRules = {
  invalid_input: rule(400, 'The request is not valid'),
  invalid_key: rule(400, 'Idempotency-Key must be 1 to 200 visible ASCII characters'),
  anchor_expired: rule(400, 'This list has moved on, begin again at its first page'),
  unauthenticated: rule(401, 'Please sign in'),
  forbidden: rule(403, 'You may not do this'),
  not_accepting: rule(403, 'This person does not accept questions'),
  not_found: rule(404, 'Not found'),
  method_not_allowed: rule(405, 'This address does not take this method'),
  not_acceptable: rule(406, 'This is sent in no encoding that the request accepts'),
  conflict: rule(409, 'This conflicts with what is already there'),
  threshold_rises: rule(409, 'The boosts that a lock needs can only go down'),
  already_boosted: rule(409, 'This can be set only before the first boost'),
  already_reposted: rule(409, 'Already reposted'),
  already_reported: rule(409, 'Already reported'),
  too_many: rule(409, 'You have as many as there may be'),
  gone: rule(410, 'This is gone for good'),
  too_large: rule(413, 'The request is too large'),
  unsupported_media: rule(415, 'This kind of content is not supported'),
  key_reused: rule(422, 'This Idempotency-Key was used for another request'),
  upgrade_required: rule(426, 'This address only opens a WebSocket'),
  rate_limited: rule(429, 'Too many requests, please wait a moment', { isRetryable: true }),
  unavailable: rule(503, 'This is not available right now, please try again', { isRetryable: true, report: true }),
  internal: rule(500, 'Something went wrong on our side', { report: true }),
};

export type ErrorCode = keyof typeof errorRules;
export const ErrorCode = z.enum(Object.keys(errorRules) as [ErrorCode, ...ErrorCode[]]);

export const ErrorBody = named(
  'Error',
  z.object({
    error: z.string(),
    code: z.catch(ErrorCode, 'internal'),
    fields: z.optional(z.record(z.string(), z.string())),
    wipeId: z.optional(z.string()),
    /** A free username, if the wanted name is taken. */
    suggestion: z.optional(z.string()),
    requestId: z.string(),
  }),
);
export type ErrorBody = z.infer<typeof ErrorBody>;

export interface RefusalDetails {
  readonly fields?: Record<string, string>;
  readonly wipeId?: string;
  readonly suggestion?: string;
  /** Seconds for the Retry-After header. */
  readonly retryAfter?: number;
  readonly limit?: { readonly name: string; readonly count: number; readonly seconds: number };
}

/** An expected failure. Business code throws no other error. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly details: RefusalDetails;

  constructor(code: ErrorCode, message: string = errorRules[code].text, details: RefusalDetails = {}) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.details = details;
  }
}

/** A refusal that lets the caller try again after a second. The cause is only logged, and not sent to the caller. */
export const unavailable = (cause?: unknown): Refusal => {
  const refusal = new Refusal('unavailable', undefined, { retryAfter: 1 });
  if (cause !== undefined) refusal.cause = cause;
  return refusal;
};
