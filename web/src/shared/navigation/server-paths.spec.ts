import { expect, it } from '@jest/globals';
import { SERVER_PATHS } from './server-paths.ts';

it.each([
  ['/api/feed?page=1', true],
  ['/api', true],
  ['/ws?userId=1', true],
  ['/previews/questions/1.png', true],
  ['/embed/questions/1', true],
  ['/feeds/key.xml', true],
  ['/feeds/key/1', true],
  ['/sitemap.xml', true],
  ['/sitemap.xml?page=2', true],
  ['/robots.txt', true],
  ['/.well-known/security.txt', true],
  ['/', false],
  ['/questions/1', false],
  ['/apifoo', false],
  ['/feedsfoo', false],
  ['/@maya.txt', false],
  ['/discover?q=a.txt', false],
])("%s is the server's: %p", (path, isServers) => {
  expect(SERVER_PATHS.some((pattern) => pattern.test(path))).toBe(isServers);
});
