import { describe, expect, it } from '@jest/globals';
import { Flight } from './flight.js';

const failing = async (turns: number, text: string, code?: string) => {
  for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
  throw Object.assign(new Error(text), code && { code });
};

describe('statements in flight', () => {
  it('fail with the first cause, also if a consequence is reported sooner', async () => {
    const flight = new Flight();
    flight.add(failing(9, 'canceling statement due to statement timeout', '57014'));
    flight.add(failing(2, 'current transaction is aborted', '25P02'));
    await expect(flight.landed()).rejects.toMatchObject({ code: '57014' });
  });

  it('wait for the rest after a failure', async () => {
    const flight = new Flight();
    let isOver = false;
    flight.add(failing(1, 'the reason'));
    flight.add(
      failing(20, 'too late').catch(() => {
        isOver = true;
      }),
    );
    await expect(flight.landed()).rejects.toThrow('the reason');
    expect(isOver).toBe(true);
  });

  it('start again after they have ended', async () => {
    const flight = new Flight();
    flight.add(Promise.resolve());
    await flight.landed();
    flight.add(failing(1, 'in the second part'));
    await expect(flight.landed()).rejects.toThrow('in the second part');
  });
});
