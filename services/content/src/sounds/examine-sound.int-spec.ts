import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { waveformBars } from '@hearsay/contracts';
import { type MediaStore, openMediaStore } from '@hearsay/media-store';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { SoundExaminer } from './examine-sound.js';
import { fixture } from './sample-files.suite.js';
import { aviHeader, waveTone } from './sample-sounds.suite.js';

let folder: string;
let store: MediaStore;
let sounds: SoundExaminer;
let numbered = 0;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hearsay-sounds-'));
  store = openMediaStore(pathToFileURL(folder).href);
  sounds = new SoundExaminer(store, 60_000);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const examine = async (bytes: Buffer, mediaType: 'audio' | 'video' = 'audio', by = sounds) => {
  numbered += 1;
  const key = `sound${numbered}`;
  await store.write(key, bytes);
  return by.examine(key, { bytes: bytes.length, declared: mediaType, mediaType });
};

describe('the examination of a sound', () => {
  test('the length is counted if the header has none', async () => {
    const { contentType, duration, waveform } = await examine(fixture('opus-no-duration.webm'));
    expect(contentType).toBe('audio/webm');
    expect(duration).toBeCloseTo(8, 1);
    expect(waveform).toHaveLength(waveformBars);
  });

  test('a film gets no waveform', async () => {
    expect(await examine(aviHeader(250), 'video')).toEqual({
      contentType: 'video/x-msvideo',
      duration: 10,
      waveform: null,
      newStart: null,
    });
  });

  test.each([
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'.repeat(50))],
    ['a film', aviHeader(25)],
  ])('refuses %s with a message that says what to do', async (_, bytes) => {
    await expect(examine(bytes)).rejects.toMatchObject({
      code: 'unsupported_media',
      message: expect.stringMatching(/save|Choose/),
    });
  });

  test('the examination ends at its time limit if the parser of a file does not end', async () => {
    const endless = Buffer.concat([
      fixture('recorded-by-chromium.webm').subarray(0, 40),
      Buffer.from('<html>'.repeat(200)),
    ]);
    await expect(examine(endless, 'audio', new SoundExaminer(store, 1000))).rejects.toMatchObject({
      code: 'unsupported_media',
    });
  });

  test('the examination ends at its time limit if the media store does not answer', async () => {
    const silent = { read: () => new Promise<never>(() => undefined) } as unknown as typeof store;
    await expect(examine(waveTone(1), 'audio', new SoundExaminer(silent, 500))).rejects.toMatchObject({
      code: 'unavailable',
    });
  });

  test('all sounds of concurrent calls are examined', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => examine(waveTone(1))));
    expect(all.every(({ waveform }) => waveform?.length === waveformBars)).toBe(true);
  });

  test('the examination is refused as not found if the object is missing', async () => {
    await expect(sounds.examine('nowhere', { bytes: 10, declared: 'audio', mediaType: 'audio' })).rejects.toMatchObject(
      { code: 'not_found' },
    );
  });
});
