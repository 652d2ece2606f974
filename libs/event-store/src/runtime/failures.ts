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

/** SQLSTATEs (PostgreSQL's appendix A) of a failed statement on a working server. A retry may succeed. */
const ofOneStatement = new Set([
  '40001', // serialization_failure
  '40P01', // deadlock_detected
  '55P03', // lock_not_available
  '57014', // query_canceled: a statement met its timeout
  '25P03', // idle_in_transaction_session_timeout
]);
/** SQLSTATE of a write on a standby, or on a server that is read-only for a while (read_only_sql_transaction). */
const readOnly = '25006';
const lostConnectionStates = new Set(['57P01', '57P02', '57P03', '25P03', '57P05']);

/** The SQLSTATE of an error. It has a digit, which distinguishes it from EPIPE, a socket's code. */
export const sqlStateOf = (error: unknown): string | undefined => {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(code) ? code : undefined;
};

/** True if the server closes the connection after this error. After a PANIC a COMMIT may still be in the WAL. */
const endsConnection = (error: unknown, state: string): boolean =>
  state.startsWith('08') ||
  lostConnectionStates.has(state) ||
  ['FATAL', 'PANIC'].includes((error as { severity?: string }).severity ?? '');

/** True if the connection must not be used again. An error without a SQLSTATE comes from the socket or the driver. */
export const isConnectionLoss = (error: unknown): boolean => {
  const state = sqlStateOf(error);
  return state === undefined || endsConnection(error, state);
};

/**
 * True for a write on a read-only server. The write may succeed in a new session, on another server or with another
 * setting.
 */
export const isReadOnlyError = (error: unknown): boolean => sqlStateOf(error) === readOnly;

const socketCodes =
  /^(ECONN(REFUSED|RESET|ABORTED)|E(HOST|NET)(UNREACH|DOWN)|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|ERR_STREAM_DESTROYED)$/;
/** pg's text for a statement that exceeded its `query_timeout`. pg then closes the connection. */
const readTimeout = 'Query read timeout';
/** Texts of pg and pg-pool errors without a code. The last text is a starting server's answer to a request for TLS. */
const driverTexts =
  /^(Connection terminated|Client was closed|Client has encountered a connection error|Query read timeout|timeout expired|timeout exceeded when trying to connect|There was an error establishing an SSL connection)/;

export const isConnectionError = (error: unknown): boolean => {
  const state = sqlStateOf(error);
  if (state !== undefined) return endsConnection(error, state);
  const { code = '', syscall, message = '' } = error as { code?: string; syscall?: string; message?: string };
  // While a server is down, its Unix socket has no file.
  return socketCodes.test(code) || (code === 'ENOENT' && syscall === 'connect') || driverTexts.test(message);
};

/**
 * True after a timeout. Half of the work may then finish in time. A dead connection looks the same, but then halving
 * does no harm.
 */
export const isTimeoutError = (error: unknown): boolean =>
  sqlStateOf(error) === '57014' || (error as Partial<Error>).message === readTimeout;

/** True for errors of PostgreSQL after which the same work may succeed. */
export const isRetryable = (error: unknown): boolean => {
  const state = sqlStateOf(error) ?? '';
  // 53300 is too_many_connections, and 53400 is configuration_limit_exceeded.
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

/** True if a server is away. The event that was being applied is not the cause, so it must not become a dead letter. */
export const isOutage = (error: unknown): boolean => {
  if (error instanceof Refusal) return error.code === 'unavailable';
  if (natsOutages.some((kind) => error instanceof kind)) return true;
  if (typeof error !== 'object' || error === null) return false;
  // An error of a subclass such as TypeError comes from our code. Drivers throw plain errors, or errors with a code.
  const isOwnFault = error instanceof Error && error.constructor !== Error && !('code' in error);
  // SQLSTATE class 53 means that the server lacks a resource.
  return (!isOwnFault && isRetryable(error)) || sqlStateOf(error)?.startsWith('53') === true;
};

/** Like `isOutage`, without errors of a single statement and without JetStream's error answers. */
export const isServerAway = (error: unknown): boolean =>
  isOutage(error) && !(error instanceof JetStreamApiError) && !ofOneStatement.has(sqlStateOf(error) ?? '');

/**
 * This process lacks a key or a newer release to read an intact event. The consumer halts, and another process may try.
 */
export class HaltingError extends Error {
  override readonly name = 'HaltingError';
}

/** Tells a consumer to retry until success (`wait`), stop at the event (`halt`) or make a dead letter (`set-aside`). */
export const failureKind = (error: unknown): 'wait' | 'halt' | 'set-aside' => {
  if (error instanceof HaltingError || (error as { cause?: unknown } | null)?.cause instanceof HaltingError)
    return 'halt';
  return isOutage(error) ? 'wait' : 'set-aside';
};
