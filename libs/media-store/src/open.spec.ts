import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { mediaSettings, openMediaStore } from './open.js';

const { MEDIA_URL } = mediaSettings;
const isTaken = (url: string) => z.safeParse(MEDIA_URL, url).success;

describe('the URL of a media store', () => {
  test.each([
    'file:///var/lib/hearsay/media',
    's3://key:secret@127.0.0.1:9000/media?tls=off',
    's3://key:secret@[::1]:9000/media?tls=off',
    's3://key:secret@s3.example.com/my-bucket',
  ])('may be %s', (url) => {
    expect(isTaken(url)).toBe(true);
    expect(openMediaStore(url)).toBeDefined();
  });

  test.each([
    '',
    'media',
    'file://host/folder',
    'https://s3.example.com/bucket',
    's3://s3.example.com/bucket',
    's3://key:secret@s3.example.com',
    's3://key@s3.example.com/bucket',
    's3://key:se/cret@s3.example.com/bucket',
    's3://key:se%cret@s3.example.com/bucket',
    's3://key:secret@s3.example.com/bucket/folder',
    's3://key:secret@s3.example.com/Bucket',
  ])('may not be %j', (url) => {
    expect(isTaken(url)).toBe(false);
    expect(() => openMediaStore(url)).toThrow('no URL of a media store');
  });
});
