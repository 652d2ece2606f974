import type pg from 'pg';
import { pause } from '../runtime/pause.js';

/** SQLSTATEs, see PostgreSQL's appendix A. */
const divisionByZero = '22012';
/** query_canceled: the server has ended a statement at its timeout. */
const queryCanceled = '57014';
/** read_only_sql_transaction: the server is a standby, or takes no writes for a while. */
const readOnly = '25006';
const retryableStates = new Set([
  '40001', // serialization_failure
  '40P01', // deadlock_detected
  '55P03', // lock_not_available
  queryCanceled,
  '25P03', // idle_in_transaction_session_timeout
  '53300', // too_many_connections
  '53400', // configuration_limit_exceeded
  readOnly,
]);
const lostConnectionStates = new Set(['57P01', '57P02', '57P03', '25P03', '57P05']);
/** What a server says when it ends the session, or all of itself, for whatever reason: a COMMIT that met a PANIC may stand in its log. */
const endingSeverities = new Set(['FATAL', 'PANIC']);

const stateOf = (error: unknown): string | undefined => {
  const code = (error as { code?: unknown }).code;
  // Every SQLSTATE of PostgreSQL has a digit; EPIPE, a socket's code, has none.
  return typeof code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(code) ? code : undefined;
};

/** The server has ended the connection behind this error. */
const endsConnection = (error: unknown, state: string): boolean =>
  state.startsWith('08') ||
  lostConnectionStates.has(state) ||
  endingSeverities.has((error as { severity?: string }).severity ?? '');

/** The connection is gone, or so broken that it must not be used again. */
export const isConnectionLoss = (error: unknown): boolean => {
  const state = stateOf(error);
  // Errors without SQLSTATE come from the socket or the driver, not from the server.
  return state === undefined || endsConnection(error, state);
};

/** The session takes no writes. Another one may: the server was replaced, or its setting holds for sessions that begin later. */
export const isReadOnly = (error: unknown): boolean => stateOf(error) === readOnly;

export const isDeadlinePassed = (error: unknown): boolean => stateOf(error) === divisionByZero;

/** Of sockets and of looking up a host's address. A socket in the file system has no name while its server is down. */
const socketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ERR_STREAM_DESTROYED',
]);
const isUnnamedSocket = ({ code, syscall }: { code?: string; syscall?: string }): boolean =>
  code === 'ENOENT' && syscall === 'connect';
/** What pg says of a statement that was not answered within its `query_timeout`. Such a connection is closed. */
const readTimeout = 'Query read timeout';
/** Plain errors of pg and pg-pool, which carry no code: the beginnings of their texts. */
const driverTexts = [
  'Connection terminated',
  'Client was closed',
  'Client has encountered a connection error',
  readTimeout,
  'timeout expired',
  'timeout exceeded when trying to connect',
  // What a server that cannot serve answers to the question for TLS.
  'There was an error establishing an SSL connection',
];

/** True for lost connections, false for faults of our own code that also carry no SQLSTATE. */
export const isConnectionError = (error: unknown): boolean => {
  const state = stateOf(error);
  if (state !== undefined) return endsConnection(error, state);
  const { code, syscall, message } = error as { code?: string; syscall?: string; message?: string };
  return (
    socketCodes.has(code ?? '') ||
    isUnnamedSocket({ code, syscall }) ||
    driverTexts.some((text) => message?.startsWith(text))
  );
};

/** The server has ended a statement that took longer than it may. */
const isStatementTimeout = (error: unknown): boolean => stateOf(error) === queryCanceled;

/**
 * The transaction may have been too long: a part of it may get through. To its client a connection that has died without a word looks the same;
 * halving costs nothing then.
 */
export const tookTooLong = (error: unknown): boolean =>
  isStatementTimeout(error) || (error as Partial<Error>).message === readTimeout;

/** The same transaction may succeed when it is tried again. */
export const isRetryable = (error: unknown): boolean =>
  isConnectionError(error) || retryableStates.has(stateOf(error) ?? '');

/**
 * A statement that answers a row when one certain transaction is committed, and never otherwise: it looks for a row that no other transaction
 * writes.
 */
export interface CommitProof {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** How often PostgreSQL is asked about a transaction that is still in progress. */
const askAgainMs = 100;

/** SQLSTATE invalid_parameter_value: PostgreSQL has not given out this id. */
const invalidParameterValue = '22023';

/**
 * What became of a transaction whose connection was lost around COMMIT. Asks until PostgreSQL answers and the transaction
 * is over, whatever goes wrong in asking: only an aborted one may be tried again, otherwise it would be applied twice. The id alone decides nothing but "aborted": a crashed
 * server forgets ids whose log had not reached the disk, and gives them out anew.
 */
export const fateOf = async (pool: pg.Pool, txid: string, proof: CommitProof): Promise<'committed' | 'aborted'> => {
  for (;;) {
    try {
      const answer = await pool.query<{ status: string | null }>('select pg_xact_status($1::xid8) as status', [txid]);
      const status = answer.rows[0]?.status;
      if (status === 'aborted') return status;
      // A statement of its own: its snapshot has to be younger than the answer.
      if (status === 'committed')
        return (await pool.query(proof.text, [...proof.values])).rows.length > 0 ? 'committed' : 'aborted';
    } catch (error) {
      if (stateOf(error) === invalidParameterValue) return 'aborted';
    }
    await pause(askAgainMs);
  }
};
