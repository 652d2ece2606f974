import type { ErrorBody, ErrorCode } from '@hearsay/contracts';

/** A refused call. `message` is `STATUS: body text`, or what a read says of itself (`Failed to fetch feed`); `serverText` and `code` are what the body says, where it is ours. */
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

/** Read by hand, so that the table of all refusals stays with the server. A code that is not known here is like any other. */
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

/** Worth another try: the network failed, or the server says that it may work later. A refusal stays a refusal. */
export const mayWorkLater = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || error.status === 429;
