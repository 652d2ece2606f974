import { describe, expect, it } from '@jest/globals';
import { TimeoutError } from '@nats-io/transport-node';
import { eventually } from './conditions.js';

describe('eventually', () => {
  it('`eventually` checks again after a timeout, and throws every other error', async () => {
    const looks = [new TimeoutError(), new DOMException('aborted', 'TimeoutError'), false, true];
    await eventually('it holds', () => {
      const look = looks.shift()!;
      if (typeof look !== 'boolean') throw look;
      return look;
    });
    expect(looks).toEqual([]);
    const broken = new Error('the log is gone');
    await expect(eventually('it holds', () => Promise.reject(broken))).rejects.toBe(broken);
  });

  it('`eventually` names the missing condition, even if no check was answered', async () => {
    let waitedFor = 'nothing';
    const never = eventually(
      () => `only ${waitedFor}`,
      () => {
        waitedFor = 'the relay';
        return Promise.reject(new TimeoutError());
      },
      1,
    );
    await expect(never).rejects.toThrow('Not within 1 ms: only the relay');
  });
});
