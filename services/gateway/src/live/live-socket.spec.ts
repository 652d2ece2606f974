import { describe, expect, it } from '@jest/globals';
import { SocketMemory } from './live-socket.js';

const kB = 1024;
let total = 0;
const most = { perSocket: 1000 * kB, perAddress: 2000 * kB, perProcess: 3000 * kB };
const start = () => new SocketMemory(most, (bytes) => (total = bytes));

describe('the memory of sockets', () => {
  it('the unread memory of one socket is limited', () => {
    const backlog = start().backlog('a');
    expect([backlog.isOverLimit(1000 * kB), backlog.isOverLimit(1001 * kB)]).toEqual([false, true]);
  });

  it('the unread memory of one address is limited, but not that of other addresses', () => {
    const memory = start();
    for (let index = 0; index < 3; index += 1) memory.backlog('a').count(700 * kB);
    const [one, other] = [memory.backlog('a'), memory.backlog('b')];
    expect([one.isOverLimit(100 * kB), one.isOverLimit(60 * kB), other.isOverLimit(100 * kB)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('unread memory is limited for the process, and freed when sockets read or close', () => {
    const memory = start();
    const backlogs = ['a', 'b', 'c', 'd'].map((address) => memory.backlog(address));
    for (const backlog of backlogs) backlog.count(900 * kB);
    const one = memory.backlog('e');
    expect(one.isOverLimit(100 * kB)).toBe(true);
    backlogs[0]!.count(100 * kB);
    expect([total, one.isOverLimit(100 * kB)]).toEqual([2800 * kB, false]);
    for (const backlog of backlogs) backlog.count(0);
    expect(total).toBe(0);
  });
});
