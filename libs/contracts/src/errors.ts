import * as z from 'zod/mini';
import { named } from './primitives.js';

interface ErrorRule {
  readonly status: number;
  readonly isRetryable: boolean;
  /** A fault of ours, which is logged as an error. */
  readonly report: boolean;
  readonly text: string;
}

/** Every error code with its HTTP status. The body is `ErrorBody`. */
export const errorRules = {
  invalid_input: { status: 400, isRetryable: false, report: false, text: 'The request is not valid' },
  invalid_key: {
    status: 400,
    isRetryable: false,
    report: false,
    text: 'Idempotency-Key must be 1 to 200 visible ASCII characters',
  },
  anchor_expired: {
    status: 400,
    isRetryable: false,
    report: false,
    text: 'This list has moved on, begin again at its first page',
  },
  unauthenticated: { status: 401, isRetryable: false, report: false, text: 'Please sign in' },
  forbidden: { status: 403, isRetryable: false, report: false, text: 'You may not do this' },
  not_accepting: { status: 403, isRetryable: false, report: false, text: 'This person does not accept questions' },
  not_found: { status: 404, isRetryable: false, report: false, text: 'Not found' },
  method_not_allowed: {
    status: 405,
    isRetryable: false,
    report: false,
    text: 'This address does not take this method',
  },
  not_acceptable: {
    status: 406,
    isRetryable: false,
    report: false,
    text: 'This is sent in no encoding that the request accepts',
  },
  conflict: { status: 409, isRetryable: false, report: false, text: 'This conflicts with what is already there' },
  already_reposted: { status: 409, isRetryable: false, report: false, text: 'Already reposted' },
  already_reported: { status: 409, isRetryable: false, report: false, text: 'Already reported' },
  too_large: { status: 413, isRetryable: false, report: false, text: 'The request is too large' },
  unsupported_media: { status: 415, isRetryable: false, report: false, text: 'This kind of content is not supported' },
  key_reused: {
    status: 422,
    isRetryable: false,
    report: false,
    text: 'This Idempotency-Key was used for another request',
  },
  upgrade_required: { status: 426, isRetryable: false, report: false, text: 'This address only opens a WebSocket' },
  rate_limited: { status: 429, isRetryable: true, report: false, text: 'Too many requests, please wait a moment' },
  unavailable: {
    status: 503,
    isRetryable: true,
    report: true,
    text: 'This is not available right now, please try again',
  },
  internal: { status: 500, isRetryable: false, report: true, text: 'Something went wrong on our side' },
} as const satisfies Record<string, ErrorRule>;

export type ErrorCode = keyof typeof errorRules;
export const ErrorCode = z.enum(Object.keys(errorRules) as [ErrorCode, ...ErrorCode[]]);

export const ErrorBody = named(
  'Error',
  z.object({
    error: z.string(),
    code: z.catch(ErrorCode, 'internal'),
    fields: z.optional(z.record(z.string(), z.string())),
    wipeId: z.optional(z.string()),
    requestId: z.string(),
  }),
);
export type ErrorBody = z.infer<typeof ErrorBody>;

export interface RefusalDetails {
  readonly fields?: Record<string, string>;
  readonly wipeId?: string;
  /** Seconds, for the Retry-After header. */
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
