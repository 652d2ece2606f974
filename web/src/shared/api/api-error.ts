import type { ErrorBody, ErrorCode } from '@hearsay/contracts';

/** `message` is `STATUS: body text` or the caller's text. `code`, `serverText`, `fields` come from our error body. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | null;
  readonly serverText: string | null;
  readonly fields: Readonly<Record<string, string>>;

  constructor(status: number, bodyText: string, statusText = '', saying?: string) {
    super(saying ?? `${status}: ${bodyText || statusText}`);
    this.name = 'ApiError';
    this.status = status;
    const body = readBody(bodyText);
    this.code = body?.code ?? null;
    this.serverText = body?.error ?? null;
    this.fields = body?.fields ?? {};
  }
}

/** Parses by hand, so that the app does not load the error table. Accepts unknown codes. */
function readBody(text: string): Partial<ErrorBody> | null {
  try {
    const body: Partial<ErrorBody> | null = JSON.parse(text);
    return typeof body?.error === 'string' && typeof body.code === 'string' ? body : null;
  } catch {
    return null;
  }
}

export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;
export const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

/** True for network failures, 5xx and 429, after which a retry may help. */
export const mayWorkLater = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || error.status === 429;
