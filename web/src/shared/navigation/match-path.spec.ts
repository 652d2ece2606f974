import { describe, expect, it } from '@jest/globals';
import { matchPath } from './match-path.ts';

const id = '0190a5d2-7b3c-7def-8123-456789abcdef';

describe('a path and a pattern', () => {
  it.each([
    ['discover', '/discover', {}],
    ['discover', '/Discover/', {}],
    ['questions/:id', '/questions/1', { id: '1' }],
    [':handle', '/@Lou%20%26%20Co', { handle: '@Lou & Co' }],
    [':handle', '/@a%2Fb', { handle: '@a/b' }],
    ['profile/:user', '/profile/100%', { user: '100%' }],
    ['profile/:user', '/profile/J.%20R.', { user: 'J. R.' }],
    ['questions/:id', `/questions/${id}).`, { id }],
    ['reply/:id', `/reply/${id},`, { id }],
    ['reply/:id', `/reply/${id}.a`, { id: `${id}.a` }],
  ])('%p takes %p', (pattern, path, params) => {
    expect(matchPath(pattern, path)).toEqual(params);
  });

  it.each([
    ['discover', '/discovery'],
    ['questions/:id', '/questions'],
    ['questions/:id', '/questions/'],
    ['questions/:id', '/questions/1/more'],
    [':handle', '/'],
  ])('%p does not take %p', (pattern, path) => {
    expect(matchPath(pattern, path)).toBeNull();
  });
});
