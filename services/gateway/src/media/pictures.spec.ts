import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { type MediaStore, openMediaStore } from '@hearsay/media-store';
import type { RpcClient } from '@hearsay/messaging';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { PictureProcess } from '../pictures/picture-process.js';
import { ForeignPictures } from './foreign-pictures.js';
import { Pictures, pictureOf } from './pictures.js';

let folder: string;
let store: MediaStore;
let pictures: Pictures;
const decoding = new PictureProcess();
const nobody = {} as RpcClient;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hearsay-pictures-'));
  store = openMediaStore(pathToFileURL(folder).href);
  pictures = new Pictures(nobody, store, decoding, new ForeignPictures());
});
afterAll(() => {
  decoding.stop();
  rmSync(folder, { recursive: true, force: true });
});
const keep = (bytes: Buffer) => pictures.keep(`p${randomBytes(18).toString('base64url')}`, async () => bytes);

const picture = (width = 600, height = 300) =>
  sharp({ create: { width, height, channels: 3, background: 'red' } }).composite([
    { input: { create: { width: width / 2, height, channels: 3, background: 'blue' } }, left: width / 2, top: 0 },
  ]);
const keyOf = (address: string) => address.replace('/api/media/', '');
const kept = async (key: string) => sharp(await buffer(await store.read(key)));

describe('a profile picture', () => {
  test('is kept as WebP in two squares', async () => {
    const key = keyOf(await keep(await picture().png().toBuffer()));
    for (const [name, side] of [
      [key, 512],
      [`${key}.small`, 96],
    ] as const) {
      expect(pictureOf(name)).toBe(key);
      expect(await (await kept(name)).metadata()).toMatchObject({ format: 'webp', width: side, height: side });
    }
  });

  test('keeps only the pixels of the file, upright', async () => {
    const original = await picture()
      .withExif({ IFD0: { Copyright: 'Home address, 12 Secret Street' }, IFD3: { GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const key = keyOf(await keep(original));
    const bytes = await buffer(await store.read(key));
    expect(bytes.toString('latin1')).not.toContain('Secret Street');
    const { exif, xmp, iptc, orientation } = await sharp(bytes).metadata();
    expect([exif, xmp, iptc, orientation]).toEqual([undefined, undefined, undefined, undefined]);
    const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    expect(data[0]).toBeGreaterThan(200);
    expect(data.at(-1)).toBeGreaterThan(200);
  });

  test('has a new key every time, and both sizes are removed together', async () => {
    const bytes = await picture().png().toBuffer();
    const [one, other] = [await keep(bytes), await keep(bytes)];
    expect(one).not.toBe(other);
    await pictures.remove(one);
    await pictures.remove(null);
    await pictures.remove('https://elsewhere.example/picture.png');
    expect([await store.size(keyOf(one)), await store.size(`${keyOf(one)}.small`)]).toEqual([null, null]);
    expect(await store.size(keyOf(other))).toBeGreaterThan(0);
  });
});
