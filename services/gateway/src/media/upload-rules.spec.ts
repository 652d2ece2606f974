import { Refusal } from '@hearsay/contracts';
import { describe, expect, test } from '@jest/globals';
import { encodeUploadMetadata } from '../tests/fake-uploads.suite.js';
import { parseUploadRequest } from './upload-rules.js';

const asked = (filetype: string, { filename = 'file', purpose = 'podcast', length = '100' } = {}) =>
  parseUploadRequest({ metadata: encodeUploadMetadata({ filename, filetype, purpose }), length });
const refusalOf = (act: () => unknown): Refusal | null => {
  try {
    act();
    return null;
  } catch (error) {
    return error as Refusal;
  }
};
const megabyte = 1024 * 1024;

describe('the start of an upload', () => {
  test.each([
    ['audio/vnd.wave', 'file', 'podcast', 100],
    ['audio/vnd.dlna.adts', 'file', 'podcast', 100],
    ['audio/x-m4a', 'file', 'podcast', 100],
    ['audio/x-m4b', 'file', 'podcast', 100],
    ['audio/x-flac', 'file', 'podcast', 100],
    ['audio/opus', 'file', 'podcast', 100],
    ['audio/3gpp', 'file', 'podcast', 100],
    ['audio/mp4a-latm', 'file', 'podcast', 100],
    ['AUDIO/WebM; codecs="opus"', 'file', 'podcast', 100],
    ['application/ogg', 'file', 'podcast', 100],
    ['video/vnd.avi', 'file', 'podcast', 500],
    ['video/x-m4v', 'file', 'podcast', 500],
    ['video/x-matroska', 'file', 'podcast', 500],
    ['video/3gpp', 'file', 'podcast', 500],
    ['application/octet-stream', 'talk.M4A', 'podcast', 100],
    ['application/octet-stream', 'my.talk.opus', 'podcast', 100],
    ['application/octet-stream', 'film.mkv', 'podcast', 500],
    ['binary/octet-stream', 'film.avi', 'podcast', 500],
    ['image/jpg', 'file', 'profile-image', 10],
    ['image/pjpeg', 'file', 'profile-image', 10],
    ['application/octet-stream', 'face.jpeg', 'profile-image', 10],
  ])('an upload as %s under the name %s is limited by its family', (filetype, filename, purpose, most) => {
    expect(asked(filetype, { filename, purpose, length: String(most * megabyte) }).filetype).toBe(filetype);
    const refusal = refusalOf(() => asked(filetype, { filename, purpose, length: String(most * megabyte + 1) }));
    expect(refusal).toMatchObject({
      code: 'too_large',
      message: expect.stringMatching(new RegExp(`${most} MB\\. Choose`)),
    });
  });

  test.each([
    ['unsupported_media', 'text/html', 'file.mp3', 'podcast', '1'],
    ['unsupported_media', 'application/octet-stream', 'file', 'podcast', '1'],
    ['unsupported_media', 'application/octet-stream', 'file.exe', 'podcast', '1'],
    ['unsupported_media', 'application/octet-stream', 'mp3.', 'podcast', '1'],
    ['unsupported_media', 'application/octet-stream', 'talk.mp3', 'profile-image', '1'],
    ['unsupported_media', 'image/svg+xml', 'file.png', 'profile-image', '1'],
    ['unsupported_media', 'image/png', 'file.png', 'podcast', '1'],
    ['invalid_input', 'audio/mpeg', 'talk.mp3', 'podcast', '0'],
  ])(
    'is refused as %s of the type %s under the name %s, with the remedy',
    (code, filetype, filename, purpose, length) => {
      const refusal = refusalOf(() => asked(filetype, { filename, purpose, length }));
      expect(refusal).toMatchObject({ code, message: expect.stringContaining('Choose') });
    },
  );

  test.each([
    ['no purpose', { purpose: '' }],
    ['another purpose', { purpose: 'world domination' }],
    ['no filename', { filename: '' }],
    ['NUL in a name', { filename: 'a\0b' }],
    ['NUL in a type', { filetype: 'audio/mpeg;a=\0' }],
    ['a control in a name', { filename: 'a\u001bb' }],
    ['no filetype', { filetype: '' }],
    ['less than nothing', { length: '-1' }],
    ['a length that is none', { length: 'long' }],
  ])('is refused for %s', (_what, { filetype = 'audio/mpeg', ...over }: Record<string, string>) => {
    expect(refusalOf(() => asked(filetype, over))).toMatchObject({ code: 'invalid_input' });
  });
});
