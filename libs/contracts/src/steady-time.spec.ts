import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { deadlineIn, steadyNow } from './index.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it.each([
  ['stands still', 0],
  ['is set an hour back', -3_600_000],
  ['is set an hour ahead', 3_600_000],
])('a deadline in ten seconds stays ten seconds away when the machine’s clock %s', (_, ms) => {
  jest.setSystemTime(Date.now() + ms);
  expect(Math.round((Date.parse(deadlineIn(10_000)) - steadyNow()) / 1000)).toBe(10);
});
