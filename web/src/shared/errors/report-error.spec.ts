import { expect, it } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { fakeApiPerTest } from '../../../test/fake-api.ts';
import { reportError } from './report-error.ts';

const api = fakeApiPerTest(() => ({}));

it.each([
  ['Chrome, of a call', 'Failed to fetch'],
  ['Chrome, of code', 'Failed to fetch dynamically imported module: https://hearsay.example/assets/feed-page-a1.js'],
  ['Safari, of a call', 'Load failed'],
  ['Safari, of code', 'Importing a module script failed.'],
  ['Firefox, of a call', 'NetworkError when attempting to fetch resource.'],
  ['Firefox, of code', 'error loading dynamically imported module: https://hearsay.example/assets/feed-page-a1.js'],
  ['Vite, of a style sheet', 'Unable to preload CSS for /assets/feed-page-a1.css'],
])('a lost network in the words of %s is not reported', async (_name, message) => {
  await reportError(new TypeError(message));
  expect(api.acts).toEqual([]);
});

it.each(['AbortError', 'TimeoutError'])('a read that ended with %s is not reported', async (name) => {
  await reportError(new DOMException('signal timed out', name));
  expect(api.acts).toEqual([]);
});

it('an error of the app is reported', async () => {
  await reportError(new TypeError("Cannot read properties of undefined (reading 'title')"));
  await waitFor(() => expect(api.acts).toHaveLength(1));
});
