import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ArrivalDelay } from './arrivals.js';

describe('the age of received data', () => {
  let now: number;
  let pongs: (() => void)[];
  let arrivals: ArrivalDelay;
  const settled = () => new Promise((resolve) => process.nextTick(resolve));
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'performance', 'Date'] });
    now = 1000;
    pongs = [];
    arrivals = new ArrivalDelay({ flush: () => new Promise((resolve) => pongs.push(resolve)) }, () => now);
  });
  afterEach(() => {
    arrivals.stop();
    jest.useRealTimers();
  });
  const runFor = (ms: number) => {
    for (let passed = 0; passed < ms; passed += 100) {
      now += 100;
      jest.advanceTimersByTime(100);
    }
  };

  it('the age is zero while the process runs without a pause', () => {
    runFor(5000);
    now += 90;
    expect([arrivals.longestWaitMs(), pongs.length]).toEqual([0, 0]);
  });

  it('the age covers a pause until messages from that time have arrived', async () => {
    now += 7000;
    expect(arrivals.longestWaitMs()).toBe(7000);
    runFor(300);
    expect(arrivals.longestWaitMs()).toBe(7300);
    pongs[0]!();
    await settled();
    expect(arrivals.longestWaitMs()).toBe(0);
  });

  it('the age stays above zero until the second of two pauses is over', async () => {
    now += 1000;
    arrivals.longestWaitMs();
    now += 1000;
    arrivals.longestWaitMs();
    pongs[0]!();
    await settled();
    expect(arrivals.longestWaitMs()).toBe(2000);
    pongs[1]!();
    await settled();
    expect(arrivals.longestWaitMs()).toBe(0);
  });
});
