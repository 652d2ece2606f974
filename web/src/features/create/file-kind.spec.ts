import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { browsersUnableToPlay } from './file-kind.ts';

const fixture = (name: string): Buffer =>
  readFileSync(new URL(`../../../../services/content/src/sounds/fixtures/${name}`, import.meta.url));

const wave = fixture('wav-data-size-0.wav');
const chunk = Buffer.from('LIST\x03\0\0\0abc\0', 'latin1');
const behindAnotherChunk = Buffer.concat([wave.subarray(0, 12), chunk, wave.subarray(12)]);
const ofUnknownSize = Buffer.from(wave).fill(0xff, 40, 44);
const flac = fixture('flac-behind-6kB-id3.flac');
const tagWithFooter = Buffer.from(`ID3\x04\0\x10\0\0\x01\x01${'x'.repeat(129 + 10)}`, 'latin1');

// Results of Firefox 153, Chromium and WebKitGTK. None of them plays AVI.
it.each<[string, 'all' | 'firefox' | null, Buffer?]>([
  ['film.avi', 'all'],
  ['rf64.wav', 'firefox'],
  ['wav-data-size-0.wav', 'firefox'],
  ['a WAVE file with its size of 0 behind another chunk', 'firefox', behindAnotherChunk],
  ['flac-behind-6kB-id3.flac', 'firefox'],
  ['FLAC behind two tags, one with a footer', 'firefox', Buffer.concat([tagWithFooter, flac])],
  ['a WAVE file of unknown size', null, ofUnknownSize],
  ['a WAVE file that ends in its head', null, wave.subarray(0, 30)],
  ['a tag without anything behind it', null, flac.subarray(0, 500)],
  ['adpcm.wav', null],
  ['flac-no-total-samples.flac', null],
  ['id3-padding-not-counted.mp3', null],
  ['recorded-by-chromium.mp4', null],
  ['quicktime.mov', null],
  ['nothing', null, Buffer.alloc(0)],
])('the kind of a chosen file is known by its first bytes: %s', async (name, browsers, bytes = fixture(name)) => {
  expect(await browsersUnableToPlay(new Blob([new Uint8Array(bytes)]))).toBe(browsers);
});
