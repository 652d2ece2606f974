import { describe, expect, it } from '@jest/globals';
import { isConnectionLoss, isDeadlinePassed, isRetryable } from './transaction-fate.js';

const withCode = (code: string) => Object.assign(new Error('as the driver says'), { code });

describe('an error inside a transaction', () => {
  it.each(['EPIPE', 'ECONNRESET', '08006', '57P01'])('%s is a lost connection, and worth another try', (code) => {
    expect([isConnectionLoss(withCode(code)), isRetryable(withCode(code))]).toEqual([true, true]);
  });

  it.each([
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'Client was closed and is not queryable',
  ])('"%s" of the driver is worth another try', (text) => {
    expect(isRetryable(new Error(text))).toBe(true);
  });

  it.each(['40001', '40P01', '57014'])('%s leaves the connection whole and is worth another try', (code) => {
    expect([isConnectionLoss(withCode(code)), isRetryable(withCode(code))]).toEqual([false, true]);
  });

  it.each(['23505', '22P02', '42703', 'XX000'])('%s is a fault that a second try would meet again', (code) => {
    expect([isConnectionLoss(withCode(code)), isRetryable(withCode(code))]).toEqual([false, false]);
  });

  it('of our own code is no outage, whatever words it uses', () => {
    expect(isRetryable(new Error('The timeout of this connection was decided wrongly'))).toBe(false);
  });

  it('division by zero is the passed deadline', () => {
    expect([isDeadlinePassed(withCode('22012')), isDeadlinePassed(withCode('23505'))]).toEqual([true, false]);
  });
});
