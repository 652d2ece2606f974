import { beforeEach, expect, it, jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { fakeApi } from '../../../test/fake-api.ts';

const reload = jest.fn();
jest.unstable_mockModule('./reload-page.ts', () => ({ reloadPage: reload }));
const { blockReloadWhile } = await import('./block-reload.ts');
const { loadCode } = await import('./new-build.ts');

const isGone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

const answers = (entry: string, status = 200) =>
  fakeApi(() => new Response(`<script type="module" src="/assets/${entry}"></script>`, { status }));

beforeEach(() => {
  answers('index-newer.js');
  reload.mockClear();
});

it('missing code causes one reload if there is a newer build', async () => {
  void loadCode(isGone);
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  await expect(loadCode(isGone)).rejects.toThrow('Failed to fetch');
  expect(reload).toHaveBeenCalledTimes(1);
});

it.each<[string, () => unknown]>([
  ['has the same build', () => answers('unknown')],
  ['refuses', () => answers('index-newer.js', 502)],
  ['is not reached', () => fakeApi(() => Promise.reject(new TypeError('Failed to fetch')))],
])('missing code is an ordinary failure if the server %s', async (_name, server) => {
  server();
  await expect(loadCode(isGone)).rejects.toThrow('dynamically');
  expect(reload).not.toHaveBeenCalled();
});

it('missing code is an ordinary failure while a reload is blocked', async () => {
  let isPlaying = true;
  blockReloadWhile(() => isPlaying);
  await expect(loadCode(isGone)).rejects.toThrow();
  expect(reload).not.toHaveBeenCalled();
  isPlaying = false;
  void loadCode(isGone);
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
});

it('missing code is an ordinary failure without a network or without storage', async () => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await expect(loadCode(isGone)).rejects.toThrow();
  jest.restoreAllMocks();
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('no storage');
  });
  await expect(loadCode(isGone)).rejects.toThrow();
  expect(reload).not.toHaveBeenCalled();
});

it('code that loads is returned without a check for a newer build', async () => {
  await expect(loadCode(async () => 'code')).resolves.toBe('code');
});
