import { Refusal } from '@hearsay/contracts';
import { JetStreamApiError, JetStreamError } from '@nats-io/jetstream';
import {
  ClosedConnectionError,
  ConnectionError,
  DrainingConnectionError,
  NoRespondersError,
  RequestError,
  TimeoutError,
} from '@nats-io/nats-core';

/** SQLSTATEs (PostgreSQL's appendix A) that fail one statement. The server works, and a retry may succeed. */
const ofOneStatement = new Set([
  '40001', // serialization_failure
  '40P01', // deadlock_detected
  '55P03', // lock_not_available
  '57014', // query_canceled: a statement met its timeout
  '25P03', // idle_in_transaction_session_timeout
]);
/** read_only_sql_transaction: the server is a standby, or read-only for a while. */
const readOnly = '25006';
const lostConnectionStates = new Set(['57P01', '57P02', '57P03', '25P03', '57P05']);

/** Each SQLSTATE has a digit; EPIPE, a socket's code, has none. */
export const stateOf = (error: unknown): string | undefined => {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(code) ? code : undefined;
};

/** The server ends the connection with this error. A COMMIT that met a PANIC may still be in the WAL. */
const endsConnection = (error: unknown, state: string): boolean =>
  state.startsWith('08') ||
  lostConnectionStates.has(state) ||
  ['FATAL', 'PANIC'].includes((error as { severity?: string }).severity ?? '');

/** The connection is gone, or must not be reused. An error without a SQLSTATE comes from the socket or the driver. */
export const isConnectionLoss = (error: unknown): boolean => {
  const state = stateOf(error);
  return state === undefined || endsConnection(error, state);
};

/** A new session may be writable: the server was replaced, or the setting applies to later sessions. */
export const isReadOnly = (error: unknown): boolean => stateOf(error) === readOnly;

const socketCodes =
  /^(ECONN(REFUSED|RESET|ABORTED)|E(HOST|NET)(UNREACH|DOWN)|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|ERR_STREAM_DESTROYED)$/;
/** pg's text for a statement that exceeded its `query_timeout`. Such a connection is closed. */
const readTimeout = 'Query read timeout';
/** Errors of pg and pg-pool without a code. The last one is an unready server's answer to a request for TLS. */
const driverTexts =
  /^(Connection terminated|Client was closed|Client has encountered a connection error|Query read timeout|timeout expired|timeout exceeded when trying to connect|There was an error establishing an SSL connection)/;

export const isConnectionError = (error: unknown): boolean => {
  const state = stateOf(error);
  if (state !== undefined) return endsConnection(error, state);
  const { code = '', syscall, message = '' } = error as { code?: string; syscall?: string; message?: string };
  // A Unix socket has no file while its server is down.
  return socketCodes.test(code) || (code === 'ENOENT' && syscall === 'connect') || driverTexts.test(message);
};

/** Half of the work may succeed. A silently dead connection looks the same, and then halving costs nothing. */
export const tookTooLong = (error: unknown): boolean =>
  stateOf(error) === '57014' || (error as Partial<Error>).message === readTimeout;

export const isRetryable = (error: unknown): boolean => {
  const state = stateOf(error) ?? '';
  // too_many_connections, configuration_limit_exceeded
  return isConnectionError(error) || ofOneStatement.has(state) || [readOnly, '53300', '53400'].includes(state);
};

const natsOutages = [
  JetStreamApiError,
  JetStreamError,
  ConnectionError,
  ClosedConnectionError,
  DrainingConnectionError,
  NoRespondersError,
  RequestError,
  TimeoutError,
];

/** A server is away, which says nothing about the event at hand. So it never becomes a dead letter. */
export const isOutage = (error: unknown): boolean => {
  if (error instanceof Refusal) return error.code === 'unavailable';
  if (natsOutages.some((kind) => error instanceof kind)) return true;
  if (typeof error !== 'object' || error === null) return false;
  // A TypeError or similar comes from our code, even with a driver's text. Drivers throw plain errors.
  const isOwnFault = error instanceof Error && error.constructor !== Error && !('code' in error);
  // Class 53: the server is short of a resource.
  return (!isOwnFault && isRetryable(error)) || stateOf(error)?.startsWith('53') === true;
};

export const isServerAway = (error: unknown): boolean =>
  isOutage(error) && !(error instanceof JetStreamApiError) && !ofOneStatement.has(stateOf(error) ?? '');

/** A key or a newer release is missing. The event is sound, so the consumer halts and another process may try it. */
export class HaltingError extends Error {
  override readonly name = 'HaltingError';
}

/** `wait`: retry until success. `halt`: stop at the event. `set-aside`: a dead letter after the attempts. */
export const failureKind = (error: unknown): 'wait' | 'halt' | 'set-aside' => {
  if (error instanceof HaltingError || (error as { cause?: unknown } | null)?.cause instanceof HaltingError)
    return 'halt';
  return isOutage(error) ? 'wait' : 'set-aside';
};
