import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { expectToast } from '../../../test/page.tsx';
import { currentUpload } from './current-upload.ts';
import { uploadEpisode } from './episode-upload.ts';

const whole = 3 * 1024 * 1024;
const path = '/api/uploads/one';

let proxyBytes: number;
let isCreationRefused: boolean;
let kept: number;
let patches: number[];
let swallowed: number;

class AnsweringRequest {
  upload: { onprogress?: (event: object) => void } = {};
  status = 0;
  responseText = '';
  onload?: () => void;
  #method = '';
  #headers: Readonly<Record<string, string>> = {};

  open(method: string): void {
    this.#method = method;
  }
  setRequestHeader(): void {}
  abort(): void {}
  getResponseHeader(name: string): string | null {
    return this.#headers[name.toLowerCase()] ?? null;
  }
  send(body: Blob | null): void {
    [this.status, this.#headers] = this.#answer(body?.size ?? 0);
    if (this.#method !== 'PATCH' || swallowed-- <= 0) setTimeout(() => this.onload?.());
  }
  #answer(bytes: number): [number, Record<string, string>] {
    if (this.#method === 'POST') return isCreationRefused ? [413, {}] : [201, { location: path }];
    if (this.#method === 'HEAD') return [200, { 'upload-offset': String(kept), 'upload-length': String(whole) }];
    patches.push(bytes);
    if (swallowed > 0) return [0, {}];
    if (bytes > proxyBytes) return [413, {}];
    kept += bytes;
    return [204, { 'upload-offset': String(kept) }];
  }
}

const realRequest = globalThis.XMLHttpRequest;
beforeEach(() => {
  kept = 0;
  patches = [];
  swallowed = 0;
  isCreationRefused = false;
  globalThis.XMLHttpRequest = AnsweringRequest as unknown as typeof XMLHttpRequest;
});
afterEach(() => {
  currentUpload.cancel();
  globalThis.XMLHttpRequest = realRequest;
});

const upload = (): Promise<void> => uploadEpisode(new File([new Uint8Array(whole)], 'told.wav', { type: 'audio/wav' }));
const isAt = (step: string) => waitFor(() => expect(currentUpload.state()).toMatchObject({ step }));

it.each([
  ['sends a file in one piece if nothing refuses it', Number.POSITIVE_INFINITY, 'done', [whole]],
  [
    'continues in pieces below a megabyte if a proxy refuses the whole file',
    1_000_000,
    'done',
    [whole, 900_000, 900_000, 900_000, 445_728],
  ],
  ['fails if a proxy refuses the pieces too', 1000, 'failed', [whole, 900_000]],
  ['fails if the gateway refuses the file', null, 'failed', []],
])('%s', async (_rule, most, step, sent) => {
  proxyBytes = most ?? 0;
  isCreationRefused = most === null;
  localStorage.setItem('draft:podcast', '{"title":"Aloud"}');
  await upload();
  await isAt(step);
  expect(patches).toEqual(sent);
  if (step === 'failed') return expectToast({ title: 'Upload failed' });
  expect(kept).toBe(whole);
  expect(JSON.parse(localStorage.getItem('draft:podcast') ?? '')).toEqual({ title: 'Aloud', mediaUrl: path });
});

it('an upload continues when a lost network is back', async () => {
  proxyBytes = 0;
  const network = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await upload();
  await isAt('failed');
  network.mockReturnValue(true);
  proxyBytes = Number.POSITIVE_INFINITY;
  window.dispatchEvent(new Event('online'));
  await isAt('done');
});

it.each([
  [1, 'done'],
  [9, 'failed'],
])('a piece is sent again after 30 s without a response: after %s timeouts it is %s', async (times, step) => {
  jest.useFakeTimers();
  proxyBytes = Number.POSITIVE_INFINITY;
  swallowed = times;
  await upload();
  await jest.advanceTimersByTimeAsync(180_000);
  expect(currentUpload.state()).toMatchObject({ step });
  expect(patches).toHaveLength(step === 'done' ? 2 : 4);
});
