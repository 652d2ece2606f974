import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { crc32 } from 'node:zlib';
import { type MediaStore, openMediaStore } from '@hearsay/media-store';
import type { RpcClient } from '@hearsay/messaging';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { Pictures, pictureOf } from './pictures.js';

let folder: string;
let store: MediaStore;
let pictures: Pictures;
/** Keeping bytes asks no service. */
const nobody = {} as RpcClient;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hearsay-pictures-'));
  store = openMediaStore(pathToFileURL(folder).href);
  pictures = new Pictures(nobody, store);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A picture that is red on its left and blue on its right. */
const picture = (width = 600, height = 300) =>
  sharp({ create: { width, height, channels: 3, background: 'red' } }).composite([
    { input: { create: { width: width / 2, height, channels: 3, background: 'blue' } }, left: width / 2, top: 0 },
  ]);
const keyOf = (address: string) => address.replace('/api/media/', '');
const kept = async (key: string) => sharp(await buffer(await store.read(key)));

describe('a profile picture', () => {
  test.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)('of %s is kept as WebP in two squares', async (format) => {
    const address = await pictures.keep(await picture().toFormat(format).toBuffer());
    expect([pictureOf(keyOf(address)), pictureOf(`${keyOf(address)}.small`)]).toEqual([keyOf(address), keyOf(address)]);
    expect(await (await kept(keyOf(address))).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 });
    expect(await (await kept(`${keyOf(address)}.small`)).metadata()).toMatchObject({ format: 'webp', width: 96, height: 96 });
  });

  test('keeps nothing of the file but its pixels, upright', async () => {
    const original = await picture()
      .withExif({ IFD0: { Copyright: 'Home address, 12 Secret Street' }, IFD3: { GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const key = keyOf(await pictures.keep(original));
    const bytes = await buffer(await store.read(key));
    expect(bytes.toString('latin1')).not.toContain('Secret Street');
    const { exif, xmp, iptc, orientation } = await sharp(bytes).metadata();
    expect([exif, xmp, iptc, orientation]).toEqual([undefined, undefined, undefined, undefined]);
    // Turned by a quarter, what was on the left is on top.
    const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    expect(data[0]).toBeGreaterThan(200);
    expect(data.at(-1)).toBeGreaterThan(200);
  });

  test('has a key of its own every time, and goes with both sizes', async () => {
    const bytes = await picture().png().toBuffer();
    const [one, other] = [await pictures.keep(bytes), await pictures.keep(bytes)];
    expect(one).not.toBe(other);
    await pictures.remove(one);
    await pictures.remove(null);
    await pictures.remove('https://elsewhere.example/picture.png');
    expect([await store.size(keyOf(one)), await store.size(`${keyOf(one)}.small`)]).toEqual([null, null]);
    expect(await store.size(keyOf(other))).toBeGreaterThan(0);
  });

  test.each([
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>')],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['only the mark of a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0])],
    ['nothing', Buffer.alloc(0)],
  ])('is not %s', async (_, bytes) => {
    await expect(pictures.keep(bytes)).rejects.toMatchObject({ code: 'unsupported_media' });
  });

  test('is not half of a picture', async () => {
    const whole = await picture(2000, 1000).png().toBuffer();
    await expect(pictures.keep(whole.subarray(0, whole.length / 2))).rejects.toMatchObject({ code: 'unsupported_media' });
  });

  test('is not a small file of a hundred million pixels', async () => {
    // The header alone says how many there are: width and height behind the mark of the first chunk, then its checksum.
    const bomb = await picture(8, 4).png().toBuffer();
    bomb.writeUInt32BE(10_000, 16);
    bomb.writeUInt32BE(10_000, 20);
    bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
    await expect(pictures.keep(bomb)).rejects.toMatchObject({ code: 'too_large' });
  });
});
