import { afterEach, beforeEach, jest } from '@jest/globals';
import '@testing-library/jest-dom/jest-globals';
import { onlineManager } from '@tanstack/react-query';
import { cleanup, configure } from '@testing-library/react';

// The default second is too short on a busy machine.
configure({ asyncUtilTimeout: 30_000 });

// jsdom has neither modal dialogs nor media queries.
HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  this.open = false;
  this.dispatchEvent(new Event('close'));
};
window.matchMedia ??= (media: string) =>
  ({
    media,
    matches: false,
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    dispatchEvent: () => false,
  }) as unknown as MediaQueryList;

// jsdom cannot scroll and logs an error.
window.scrollTo = () => undefined;

const realFetch = globalThis.fetch;

beforeEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
  onlineManager.setOnline(true);
  globalThis.fetch = realFetch;
});
afterEach(cleanup);
