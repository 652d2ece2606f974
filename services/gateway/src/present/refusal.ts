import { type ErrorBody, type ErrorCode, errorRules, Refusal } from '@hearsay/contracts';

const codeByStatus: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid_input',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  413: 'too_large',
  // A path parameter longer than any id.
  414: 'not_found',
  415: 'unsupported_media',
};

const statusIn = (error: unknown): number | undefined => {
  if (error === null || typeof error !== 'object') return undefined;
  const { status, statusCode } = error as { status?: unknown; statusCode?: unknown };
  return [statusCode, status].find((value): value is number => typeof value === 'number');
};

/** Anything thrown, as one of the product's refusals: the frameworks' own errors by their status, unknown ones as `internal`. */
export const refusalOf = (error: unknown): Refusal => {
  if (error instanceof Refusal) return error;
  const code = codeByStatus[statusIn(error) ?? 500];
  return new Refusal(code ?? 'internal');
};

export interface ErrorAnswer {
  readonly status: number;
  readonly body: ErrorBody;
  /** After how many seconds the call may be made again, for the Retry-After header; null without one. */
  readonly retryAfter: number | null;
}

/** The answer to a refusal. What is broken on our side has the table's own text, and never its cause. */
export const errorAnswer = (refusal: Refusal, requestId: string): ErrorAnswer => {
  const rule = errorRules[refusal.code];
  const { fields, wipeId } = rule.report ? {} : refusal.details;
  return {
    status: rule.status,
    body: {
      error: rule.report ? rule.text : refusal.message,
      code: refusal.code,
      ...(fields && { fields }),
      ...(wipeId && { wipeId }),
      requestId,
    },
    retryAfter: rule.isRetryable ? (refusal.details.retryAfter ?? 1) : null,
  };
};
