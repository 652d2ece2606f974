import { Refusal } from '@hearsay/contracts';
import { describe, expect, it } from '@jest/globals';
import { JetStreamApiError } from '@nats-io/jetstream';
import { ClosedConnectionError, NoRespondersError, TimeoutError } from '@nats-io/nats-core';
import { failureKind, HaltingError, isConnectionLoss, isOutage, isReadOnlyError, isRetryable } from './failures.js';

const withCode = (code: string, more: object = {}) => Object.assign(new Error('as the driver says'), { code, ...more });
const inCommand = (cause: unknown) => new Error('The command note broke', { cause });
const missing = { code: 404, err_code: 10059, description: 'stream not found' };

const table: readonly (readonly [name: string, error: unknown, kind: string])[] = [
  ['a connection that was reset', withCode('ECONNRESET'), 'wait'],
  ['a server that is shutting down', withCode('57P01'), 'wait'],
  ['a server that is starting', withCode('57P03'), 'wait'],
  ['a lost connection', withCode('08006'), 'wait'],
  ['a connection that the driver gave up', new Error('Connection terminated unexpectedly'), 'wait'],
  ['a statement without an answer', new Error('Query read timeout'), 'wait'],
  ['a statement timeout', withCode('57014'), 'wait'],
  ['a lock timeout', withCode('55P03'), 'wait'],
  ['a serialization failure', withCode('40001'), 'wait'],
  ['a deadlock', withCode('40P01'), 'wait'],
  ['a full disk', withCode('53100'), 'wait'],
  ['too many connections', withCode('53300'), 'wait'],
  ['a read-only server', withCode('25006'), 'wait'],
  ['a service that does not answer', new Refusal('unavailable'), 'wait'],
  ['a NATS timeout', new TimeoutError(), 'wait'],
  ['a closed NATS connection', new ClosedConnectionError(), 'wait'],
  ['nobody who answers', new NoRespondersError('rpc.content'), 'wait'],
  ['a lost stream', new JetStreamApiError(missing), 'wait'],
  ['an unknown key', new HaltingError('Sealed with a key that is not here'), 'halt'],
  ['an unknown key in a decision', inCommand(new HaltingError('Sealed with a key that is not here')), 'halt'],
  ['a unique violation', withCode('23505'), 'set-aside'],
  ['a value that is no number', withCode('22P02'), 'set-aside'],
  ['a fault of ours', new TypeError("Cannot read properties of undefined (reading 'timeout')"), 'set-aside'],
  ['a decision that broke', inCommand(new TypeError('Connection terminated unexpectedly')), 'set-aside'],
  ['a plain error', new Error('this one cannot be read'), 'set-aside'],
  ['something that is no error', null, 'set-aside'],
];

describe('a failure of a consumer', () => {
  it.each(table)('%s', (_name, error, kind) => {
    expect(failureKind(error)).toBe(kind);
  });
});

/** [error, whether the connection is lost, whether a retry may succeed] */
const inTransactions: readonly (readonly [name: string, error: Error, isLost: boolean, isRetried: boolean])[] = [
  ...['EPIPE', 'ECONNRESET', 'ENETUNREACH', 'EAI_AGAIN', '08006', '57P01'].map(
    (code) => [code, withCode(code), true, true] as const,
  ),
  ['FATAL', withCode('58030', { severity: 'FATAL' }), true, true],
  ['PANIC', withCode('58030', { severity: 'PANIC' }), true, true],
  ['ERROR', withCode('58030', { severity: 'ERROR' }), false, false],
  ['no socket of the server', withCode('ENOENT', { syscall: 'connect', address: '/run/.s.PGSQL.5432' }), true, true],
  ['no other file', withCode('ENOENT', { syscall: 'open', path: '/media/e1' }), true, false],
  ...[
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'Client was closed and is not queryable',
  ].map((text) => [text, new Error(text), true, true] as const),
  ['an error of our own', new Error('The timeout of this connection was decided wrongly'), true, false],
  ...['40001', '40P01', '57014', '25006'].map((code) => [code, withCode(code), false, true] as const),
  ...['23505', '22P02', '42703', 'XX000'].map((code) => [code, withCode(code), false, false] as const),
];

describe('an error inside a transaction', () => {
  it.each(inTransactions)('%s', (_name, error, isLost, isRetried) => {
    expect([isConnectionLoss(error), isRetryable(error), isOutage(error)]).toEqual([isLost, isRetried, isRetried]);
  });

  it('an error shows whether the server is read-only', () => {
    expect([isReadOnlyError(withCode('25006')), isReadOnlyError(withCode('40001'))]).toEqual([true, false]);
  });
});
