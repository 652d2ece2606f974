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

const natsOutages = [ConnectionError, ClosedConnectionError, DrainingConnectionError, NoRespondersError, RequestError, TimeoutError];

/** A TypeError and its like: whatever its text says, it comes from our code. Drivers throw plain errors. */
const isOwnFault = (error: unknown): boolean => error instanceof Error && error.constructor !== Error && !('code' in error);

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
