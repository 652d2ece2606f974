import { describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { isConnectionLoss, isOutage, isReadOnly, isRetryable } from '../runtime/failures.js';
import { fateOf } from './transaction-fate.js';

const withCode = (code: string, more: object = {}) => Object.assign(new Error('as the driver says'), { code, ...more });

describe('an error inside a transaction', () => {
  it.each(['EPIPE', 'ECONNRESET', 'ENETUNREACH', 'EAI_AGAIN', '08006', '57P01'])(
    '%s is a lost connection and can be retried',
    (code) => {
      expect([isConnectionLoss(withCode(code)), isRetryable(withCode(code)), isOutage(withCode(code))]).toEqual([
        true,
        true,
        true,
      ]);
    },
  );

  it('for a server without a socket file is an outage, for another missing file none', () => {
    expect(isRetryable(withCode('ENOENT', { syscall: 'connect', address: '/run/postgresql/.s.PGSQL.5432' }))).toBe(
      true,
    );
    expect(isRetryable(withCode('ENOENT', { syscall: 'open', path: '/media/e1' }))).toBe(false);
  });

  it.each(['FATAL', 'PANIC'])('of severity %s has ended the connection, with any code', (severity) => {
    const fsyncFailed = withCode('58030', { severity });
    expect([isConnectionLoss(fsyncFailed), isRetryable(fsyncFailed), isOutage(fsyncFailed)]).toEqual([
      true,
      true,
      true,
    ]);
    const error = withCode('58030', { severity: 'ERROR' });
    expect([isConnectionLoss(error), isRetryable(error), isOutage(error)]).toEqual([false, false, false]);
  });

  it.each([
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'Client was closed and is not queryable',
  ])('with the driver’s "%s" can be retried', (text) => {
    expect(isRetryable(new Error(text))).toBe(true);
  });

  it.each(['40001', '40P01', '57014'])('%s leaves the connection intact and can be retried', (code) => {
    expect([isConnectionLoss(withCode(code)), isRetryable(withCode(code))]).toEqual([false, true]);
  });

  it('of a read-only session can be retried in another session', () => {
    const error = withCode('25006');
    expect([isReadOnly(error), isConnectionLoss(error), isRetryable(error), isOutage(error)]).toEqual([
      true,
      false,
      true,
      true,
    ]);
  });

  it.each(['23505', '22P02', '42703', 'XX000'])('%s is a fault that a retry would meet again', (code) => {
    expect([isConnectionLoss(withCode(code)), isRetryable(withCode(code))]).toEqual([false, false]);
  });

  it('of our own code is no outage, with any words', () => {
    expect(isRetryable(new Error('The timeout of this connection was decided wrongly'))).toBe(false);
  });
});

describe('the fate of a transaction', () => {
  it('is asked for until it is known, since a wrong abort would apply it twice', async () => {
    const answers = [
      withCode('53200'),
      new Error('of no kind that is known'),
      { rows: [{ status: 'committed' }] },
      withCode('58030'),
      { rows: [{ status: 'committed' }] },
      { rows: [{}] },
    ];
    const query = async () => {
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer;
    };
    expect(await fateOf({ query } as unknown as pg.Pool, '1', { text: 'select 1', values: [] })).toBe('committed');
    expect(answers).toEqual([]);
  });
});
