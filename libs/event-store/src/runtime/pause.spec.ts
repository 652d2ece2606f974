import { expect, it } from '@jest/globals';
import { pause } from './pause.js';

it.each([0, -5])('a pause of %i ms sets no timer', async (ms) => {
  let turns = 0;
  setImmediate(() => {
    turns += 1;
  });
  await pause(ms);
  expect(turns).toBe(0);
});
