import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';

const reload = jest.fn();
jest.unstable_mockModule('../shared/errors/reload-page.ts', () => ({ reloadPage: reload }));
const { AtAddress, goTo } = await import('../../test/page.tsx');
const { blockReloadWhile } = await import('../shared/errors/block-reload.ts');
const { watchForNewBuild } = await import('../shared/errors/new-build.ts');
const { useNewBuild } = await import('./use-new-build.ts');

const HOUR_MS = 3_600_000;
let isBusy = false;
blockReloadWhile(() => isBusy);

const update = jest.fn(async () => undefined);
const workers = Object.assign(new EventTarget(), {
  controller: {} as object | null,
  getRegistration: async () => ({ update }),
});
Object.defineProperty(navigator, 'serviceWorker', { value: workers, configurable: true });
const isTakenOver = () => {
  workers.controller = {};
  workers.dispatchEvent(new Event('controllerchange'));
};

const open = () => renderHook(useNewBuild, { wrapper: AtAddress });

beforeEach(() => {
  isBusy = false;
  jest.clearAllMocks();
});

// One test, because `isBuildReplaced` stays true.
it('a newer build loads at a navigation that interrupts nothing, but not at Back', async () => {
  workers.controller = null;
  watchForNewBuild();
  open();
  isTakenOver();
  await goTo('/discover');
  expect(reload).not.toHaveBeenCalled();

  isTakenOver();
  expect(reload).not.toHaveBeenCalled();
  isBusy = true;
  await goTo('/create');
  expect(reload).not.toHaveBeenCalled();
  isBusy = false;
  await act(async () => {
    window.history.replaceState(null, '', '/discover');
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  expect(reload).not.toHaveBeenCalled();
  await goTo('/create');
  expect(reload).toHaveBeenCalledTimes(1);
});

describe('a page that stays open', () => {
  beforeEach(() => void jest.useFakeTimers());
  const see = (state: DocumentVisibilityState) => {
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
    document.dispatchEvent(new Event('visibilitychange'));
  };

  it('a page checks for a newer build while it is visible, and when it is shown again', async () => {
    open();
    see('visible');
    await jest.advanceTimersByTimeAsync(0);
    expect(update).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(HOUR_MS);
    expect(update).toHaveBeenCalledTimes(2);
    see('hidden');
    await jest.advanceTimersByTimeAsync(HOUR_MS);
    expect(update).toHaveBeenCalledTimes(2);
    see('visible');
    await jest.advanceTimersByTimeAsync(0);
    expect(update).toHaveBeenCalledTimes(3);
  });
});
