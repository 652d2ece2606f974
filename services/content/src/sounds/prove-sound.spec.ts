import { describe, expect, test } from '@jest/globals';
import { proveSound, WrongSoundTypeError } from './prove-sound.ts';
import { fixture, inMemoryBytes, pictureTag } from './sample-files.suite.ts';
import { aviHeader, silentMp3, silentOpus, waveTone } from './sample-sounds.suite.ts';

const prove = async (bytes: Buffer, mediaType: 'audio' | 'video', declared: 'audio' | 'video' = mediaType) =>
  (await proveSound(inMemoryBytes(bytes), { bytes: bytes.length, mediaType, declared })).counted();

const zeros = (count: number) => Buffer.alloc(count);
const page = Buffer.from('<!doctype html><script>alert(1)</script>'.repeat(50));
const withUint32 = (bytes: Buffer, value: number, at: number) => {
  const changed = Buffer.from(bytes);
  changed.writeUInt32LE(value, at);
  return changed;
};
const opus = silentOpus(3);
const tone = waveTone(4);
const mp3 = silentMp3(10);

/** Fixture name or bytes, published media type, served type, seconds. */
const accepted: readonly (readonly [string | readonly [string, Buffer], 'audio' | 'video', string, number])[] = [
  ['recorded-by-chromium.webm', 'audio', 'audio/webm', 3.9],
  ['recorded-by-chromium.mp4', 'audio', 'audio/mp4', 3.9],
  ['recorded-by-webkitgtk.mp4', 'audio', 'audio/mp4', 4.2],
  ['fragmented-equal-samples.mp4', 'audio', 'audio/mp4', 8],
  ['android-3gp4.m4a', 'audio', 'audio/mp4', 8],
  ['chapter-images.m4a', 'audio', 'audio/mp4', 8],
  ['alac.m4a', 'audio', 'audio/mp4', 3],
  ['id3-padding-not-counted.mp3', 'audio', 'audio/mpeg', 8.1],
  ['zeros-before-first-frame.mp3', 'audio', 'audio/mpeg', 8.1],
  ['vbr-no-xing.mp3', 'audio', 'audio/mpeg', 20],
  ['right-channel-only.mp3', 'audio', 'audio/mpeg', 8.1],
  ['layer-2.mp3', 'audio', 'audio/mpeg', 3],
  ['flac-behind-6kB-id3.flac', 'audio', 'audio/flac', 8],
  ['flac-no-total-samples.flac', 'audio', 'audio/flac', 8],
  ['flac.ogg', 'audio', 'audio/ogg', 3],
  ['vorbis.ogg', 'audio', 'audio/ogg', 3],
  ['opus.ogg', 'audio', 'audio/ogg', 3],
  ['wav-data-size-0.wav', 'audio', 'audio/wav', 4],
  ['rf64.wav', 'audio', 'audio/wav', 4],
  ['adpcm.wav', 'audio', 'audio/wav', 3],
  ['adts-quiet-start.aac', 'audio', 'audio/aac', 8],
  ['opus-no-duration.webm', 'audio', 'audio/webm', 8],
  ['quicktime.mov', 'video', 'video/quicktime', 2],
  ['hevc.mov', 'video', 'video/quicktime', 2],
  ['mjpeg.mov', 'video', 'video/quicktime', 3],
  ['video-without-audio.mp4', 'video', 'video/mp4', 2],
  ['telephone.3gp', 'video', 'video/mp4', 3],
  ['film.mkv', 'video', 'video/x-matroska', 3],
  ['film.avi', 'video', 'video/x-msvideo', 2],
  [['a WAVE file', tone], 'audio', 'audio/wav', 4],
  [
    ['a WAVE file whose recorder could not go back', withUint32(withUint32(tone, 0xffffffff, 4), 0xffffffff, 40)],
    'audio',
    'audio/wav',
    4,
  ],
  [['a WAVE file that was cut in its middle', tone.subarray(0, 44 + 32_000)], 'audio', 'audio/wav', 2],
  [['MP3 without any tag', mp3], 'audio', 'audio/mpeg', 10],
  [['MP3 behind a large picture', Buffer.concat([pictureTag(300_000), mp3])], 'audio', 'audio/mpeg', 10],
  [
    ['MP3 behind two tags and many zeros', Buffer.concat([pictureTag(90), pictureTag(90), zeros(200_000), mp3])],
    'audio',
    'audio/mpeg',
    10,
  ],
  [['MP3 that was cut in a frame', mp3.subarray(0, mp3.length - 100)], 'audio', 'audio/mpeg', 10],
  [['AAC behind a tag', Buffer.concat([pictureTag(5000), fixture('adts-quiet-start.aac')])], 'audio', 'audio/aac', 8],
  [['Opus in Ogg', opus], 'audio', 'audio/ogg', 3],
  [
    ['one Ogg file after the other', Buffer.concat([opus, fixture('vorbis.ogg'), fixture('flac.ogg')])],
    'audio',
    'audio/ogg',
    9,
  ],
  [['an Ogg file twice', Buffer.concat([fixture('opus.ogg'), fixture('opus.ogg')])], 'audio', 'audio/ogg', 6],
  [['a header of AVI', aviHeader(250)], 'video', 'video/x-msvideo', 10],
];

describe('a sound or film', () => {
  test.each(accepted.map(([file, ...rest]) => [typeof file === 'string' ? file : file[0], file, ...rest] as const))(
    '%s is published with its length',
    async (_, file, mediaType, contentType, seconds) => {
      const facts = await prove(typeof file === 'string' ? fixture(file) : file[1], mediaType);
      expect(facts.contentType).toBe(contentType);
      expect(facts.duration).toBeGreaterThan(seconds - 0.1);
      expect(facts.duration).toBeLessThan(seconds + 0.1);
    },
  );

  test.each([
    ['a WAVE file that is called MP3', tone, 'audio', 'audio', true],
    ['sound in MP4 that is called a film', fixture('android-3gp4.m4a'), 'audio', 'video', true],
    ['sound in Ogg that is called a film', opus, 'audio', 'video', true],
    ['a film that is called a sound', fixture('quicktime.mov'), 'video', 'audio', true],
    ['a WAVE file that is called a film', tone, 'audio', 'video', false],
    ['MP3 that is called a film', mp3, 'audio', 'video', false],
    ['AVI that is called a sound', aviHeader(25), 'video', 'audio', false],
  ] as const)(
    'gets its type from its bytes, within audio or video: %s',
    async (_, bytes, mediaType, declared, isAccepted) => {
      const proven = await prove(bytes, mediaType, declared).then(
        () => true,
        (error) => !(error instanceof WrongSoundTypeError),
      );
      expect(proven).toBe(isAccepted);
    },
  );

  test.each([
    ['a page that is called a sound', page, 'audio'],
    [
      'a page behind the mark of an ID3 tag',
      Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1'), page]),
      'audio',
    ],
    [
      'a page behind the mark of a WAVE file',
      Buffer.concat([Buffer.from('RIFF\x24\0\0\0WAVE', 'latin1'), page]),
      'audio',
    ],
    [
      'a page behind the mark of an MP4 file',
      Buffer.concat([Buffer.from('\0\0\0\x10ftypM4A \0\0\0\0', 'latin1'), page]),
      'audio',
    ],
    ['a page behind the mark of an Ogg file', Buffer.concat([Buffer.from('OggS', 'latin1'), page]), 'audio'],
    ['a WAVE file without samples', tone.subarray(0, 44), 'audio'],
    ['an AVI file without a header', Buffer.from(`RIFF\x24\0\0\0AVI ${'x'.repeat(600)}`, 'latin1'), 'video'],
    ['one byte', Buffer.from([0]), 'audio'],
    ['zeros', zeros(100_000), 'audio'],
    ['sound as a film', fixture('android-3gp4.m4a'), 'video'],
    ['a film as sound', fixture('quicktime.mov'), 'audio'],
    ['sound with pictures of chapters as a film', fixture('chapter-images.m4a'), 'video'],
  ] as const)('is refused if it is %s', async (_, bytes, mediaType) => {
    await expect(prove(bytes, mediaType)).rejects.toThrow(WrongSoundTypeError);
  });

  test.each([
    ['right-channel-only.mp3', 8.1],
    ['vbr-no-xing.mp3', null],
    ['recorded-by-webkitgtk.mp4', null],
    ['quicktime.mov', 2],
  ])('the header of %s has the length %p', async (name, seconds) => {
    const bytes = fixture(name);
    const mediaType = name.endsWith('.mov') ? 'video' : 'audio';
    const { facts } = await proveSound(inMemoryBytes(bytes), { bytes: bytes.length, mediaType, declared: mediaType });
    expect(facts.duration).toEqual(seconds === null ? null : expect.closeTo(seconds, 1));
  });

  test.each([
    ['a header of centuries', aviHeader(0xffffffff), 'video'],
    ['a header of nothing', aviHeader(0), 'video'],
  ] as const)('has no length because of %s', async (_, bytes, mediaType) => {
    expect((await prove(bytes, mediaType)).duration).toBeNull();
  });
});
