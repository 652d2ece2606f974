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
import { isRetryable } from '../pipeline/transaction-fate.js';

/** SQLSTATE class of a server that is short of something. */
const shortOfClass = '53';

const natsOutages = [
  ConnectionError,
  ClosedConnectionError,
  DrainingConnectionError,
  NoRespondersError,
  RequestError,
  TimeoutError,
];

/** What a server says of one statement: it works. */
const ofOneStatement = new Set(['57014', '40001', '40P01', '55P03', '25P03']);

/** A TypeError and its like: whatever its text says, it comes from our code. Drivers throw plain errors. */
const isOwnFault = (error: unknown): boolean =>
  error instanceof Error && error.constructor !== Error && !('code' in error);

/** Something we depend on is away. That says nothing about the event at hand, so it never becomes a dead letter. */
export const isOutage = (error: unknown): boolean => {
  if (error instanceof Refusal) return error.code === 'unavailable';
  if (error instanceof JetStreamApiError || error instanceof JetStreamError) return true;
  if (natsOutages.some((kind) => error instanceof kind)) return true;
  if (typeof error !== 'object' || error === null) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && code.startsWith(shortOfClass)) return true;
  return !isOwnFault(error) && isRetryable(error);
};

/** An outage of a whole server, of which a process tells once, and not wherever it is met. */
export const isServerAway = (error: unknown): boolean =>
  isOutage(error) &&
  !(error instanceof JetStreamApiError) &&
  !ofOneStatement.has((error as { code?: string }).code ?? '');
