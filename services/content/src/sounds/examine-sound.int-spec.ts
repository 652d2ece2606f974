import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { waveformBars } from '@hearsay/contracts';
import { type MediaStore, openMediaStore } from '@hearsay/media-store';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { SoundExaminer } from './examine-sound.js';
import { aviHeader, silentMp3, silentOpus, waveTone } from './sample-sounds.suite.js';

let folder: string;
let store: MediaStore;
let sounds: SoundExaminer;
let numbered = 0;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hearsay-sounds-'));
  store = openMediaStore(pathToFileURL(folder).href);
  // The product's five seconds are no part of what is tested here.
  sounds = new SoundExaminer(store, 60_000);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const examine = async (bytes: Buffer, filetype: string, mediaType: 'audio' | 'video' = 'audio') => {
  numbered += 1;
  const key = `sound${numbered}`;
  await store.write(key, bytes);
  return sounds.examine(key, { bytes: bytes.length, filetype, mediaType });
};
const silence = Array.from({ length: waveformBars }, () => 0);

describe('a sound is examined by its bytes', () => {
  test('a WAVE file has its length, and a waveform that rises where the tone begins', async () => {
    const { contentType, duration, waveform } = await examine(waveTone(4), 'audio/x-wav');
    expect(contentType).toBe('audio/wav');
    expect(duration).toBeCloseTo(4, 2);
    expect(waveform).toHaveLength(waveformBars);
    expect(waveform?.slice(0, 32)).toEqual(silence.slice(0, 32));
    expect(Math.min(...(waveform?.slice(32) ?? []))).toBeGreaterThan(90);
    expect(Math.max(...(waveform ?? []))).toBe(100);
  });

  test('an MP3 file of constant rate has the length that its size tells', async () => {
    const { contentType, duration, waveform } = await examine(silentMp3(10), 'audio/mpeg');
    expect(contentType).toBe('audio/mpeg');
    expect(duration).toBeGreaterThan(9.9);
    expect(duration).toBeLessThan(10.2);
    expect(waveform).toEqual(silence);
  });

  test('Opus in Ogg is decoded too', async () => {
    const { contentType, duration, waveform } = await examine(silentOpus(3), 'audio/ogg; codecs=opus');
    expect(contentType).toBe('audio/ogg');
    expect(duration).toBeCloseTo(3, 1);
    expect(waveform).toEqual(silence);
  });

  test('a film has no waveform', async () => {
    expect(await examine(aviHeader(250), 'video/avi', 'video')).toEqual({ contentType: 'video/x-msvideo', duration: 10, waveform: null });
  });

  test.each([
    ['a page that is called MP3', Buffer.from('<!doctype html><script>alert(1)</script>'.repeat(50)), 'audio/mpeg', 'audio'],
    [
      'a page behind the mark of an ID3 tag',
      Buffer.from(`ID3\x04\0\0\0\0\0\0${'<script>alert(1)</script>'.repeat(200)}`),
      'audio/mpeg',
      'audio',
    ],
    ['a page behind the mark of a WAVE file', Buffer.from(`RIFF\x24\0\0\0WAVE${'<html>'.repeat(100)}`), 'audio/wav', 'audio'],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 'audio/ogg', 'audio'],
    ['nothing', Buffer.from([0]), 'audio/mpeg', 'audio'],
    ['a WAVE file that is called MP3', waveTone(1), 'audio/mpeg', 'audio'],
    ['a sound that is called a film', waveTone(1), 'audio/wav', 'video'],
    ['a film that is called a sound', aviHeader(25), 'video/avi', 'audio'],
    ['an AVI file without a header', Buffer.from(`RIFF\x24\0\0\0AVI ${'x'.repeat(600)}`), 'video/avi', 'video'],
  ] as const)('%s is refused', async (_, bytes, filetype, mediaType) => {
    await expect(examine(bytes, filetype, mediaType)).rejects.toMatchObject({ code: 'unsupported_media' });
  });

  test('many at a time are examined one after the other', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => examine(waveTone(1), 'audio/wav')));
    expect(all.every(({ waveform }) => waveform?.length === waveformBars)).toBe(true);
  });

  test('an object that is not there is what the store says', async () => {
    await expect(sounds.examine('nowhere', { bytes: 10, filetype: 'audio/wav', mediaType: 'audio' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
