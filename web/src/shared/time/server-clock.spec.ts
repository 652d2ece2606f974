import { beforeEach, expect, it, jest } from '@jest/globals';

const TRUE_NOW = Date.parse('2026-11-25T12:00:00.000Z');
const HOUR = 3_600_000;
const saying = (server: number) => new Headers({ Date: new Date(server).toUTCString() });
const clock = () => import('./server-clock.ts');

beforeEach(() => {
  jest.resetModules();
  jest.useFakeTimers({ now: TRUE_NOW + 3 * HOUR });
});

/** `answers` in order of arrival. `off` is the resulting error of the labels in milliseconds. */
it.each<[what: string, answers: [path: string, headers: Headers][], off: number]>([
  ['the clock of the phone before any answer', [], 3 * HOUR],
  ["the server's time from the first answer on", [['/api/auth/user', saying(TRUE_NOW)]], 0],
  ['the clock of the phone after an answer without a time', [['/api/auth/user', new Headers()]], 3 * HOUR],
  [
    'the clock of the phone after an answer with an invalid time',
    [['/api/auth/user', new Headers({ Date: 'soon' })]],
    3 * HOUR,
  ],
  [
    'the clock of the phone after a feed cached yesterday',
    [['/api/feed?page=1', saying(TRUE_NOW - 24 * HOUR)]],
    3 * HOUR,
  ],
  [
    'the newest time if an older answer arrives late',
    [
      ['/api/auth/user', saying(TRUE_NOW)],
      ['/api/questions/1', saying(TRUE_NOW - 20_000)],
    ],
    0,
  ],
])('labels use %s', async (_what, answers, off) => {
  const { updateServerClock, serverNow } = await clock();
  for (const [path, headers] of answers) updateServerClock(path, headers);
  expect(serverNow() - TRUE_NOW).toBe(off);
  jest.advanceTimersByTime(HOUR);
  expect(serverNow() - TRUE_NOW).toBe(off + HOUR);
});

it("labels stay unchanged if a phone's clock is set back while the page is open", async () => {
  const { updateServerClock, serverNow } = await clock();
  updateServerClock('/api/auth/user', saying(TRUE_NOW));
  jest.setSystemTime(TRUE_NOW - 5 * HOUR);
  expect(serverNow()).toBe(TRUE_NOW);
});

it('visible labels change when the server reports a different time', async () => {
  const { updateServerClock, onServerTimeChange } = await clock();
  const told = jest.fn();
  onServerTimeChange(told);
  updateServerClock('/api/auth/user', saying(TRUE_NOW));
  expect(told).toHaveBeenCalledTimes(1);
  jest.advanceTimersByTime(10_000);
  updateServerClock('/api/auth/user', saying(TRUE_NOW + 10_000));
  expect(told).toHaveBeenCalledTimes(1);
});
