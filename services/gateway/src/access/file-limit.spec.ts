import { expect, it } from '@jest/globals';
import { connectionLimits } from './file-limit.js';

it.each([
  [256, 192, 144],
  [1024, 960, 720],
  [1_048_576, 1_048_512, 786_384],
  [10, 2, 1],
  [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
])('a limit of %d files leaves %d connections, of which %d may be sockets', (files, connections, sockets) => {
  expect(connectionLimits(files)).toEqual({ connections, sockets });
});
