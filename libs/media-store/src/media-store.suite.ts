import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { MediaStore } from './media-store.js';

const mebibyte = 1024 * 1024;
const pieces = (bytes: Buffer, size = 64 * 1024): Readable =>
  Readable.from(
    (function* () {
      for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
    })(),
  );
const cutAfter = (bytes: Buffer): Readable =>
  Readable.from(
    (function* () {
      yield* [bytes.subarray(0, bytes.length / 2), bytes.subarray(bytes.length / 2)];
      throw new Error('The connection was cut');
    })(),
  );
const everything = async (store: MediaStore, key: string): Promise<Buffer> => buffer(await store.read(key));
const newKey = () => `k${randomBytes(12).toString('base64url')}`;

export const behavesLikeAMediaStore = (
  name: string,
  open: () => Promise<{ store: MediaStore; stop: () => Promise<void> }>,
): void => {
  describe(`a media store ${name}`, () => {
    let store: MediaStore;
    let stop: () => Promise<void>;
    beforeAll(async () => {
      ({ store, stop } = await open());
    });
    afterAll(() => stop());

    test('a store has no object and no draft before the first write', async () => {
      const key = newKey();
      expect(await store.size(key)).toBeNull();
      expect(await store.draftSize(key)).toBe(0);
      await expect(store.read(key)).rejects.toMatchObject({ code: 'not_found' });
      await expect(store.read(key, { from: 0, to: 1 })).rejects.toMatchObject({ code: 'not_found' });
      await store.remove(key);
      await store.abandon(key);
    });

    test('a store returns written objects, and replaces and removes them', async () => {
      const key = newKey();
      const [first, second] = [randomBytes(70_000), randomBytes(10)];
      await store.write(key, first);
      expect(await store.size(key)).toBe(70_000);
      expect((await everything(store, key)).equals(first)).toBe(true);
      await store.write(key, second);
      expect((await everything(store, key)).equals(second)).toBe(true);
      await store.remove(key);
      expect(await store.size(key)).toBeNull();
      await expect(store.read(key)).rejects.toMatchObject({ code: 'not_found' });
    });

    test.each([70_000, 8 * mebibyte, 19 * mebibyte])(
      'replaces the start of an object of %p bytes and nothing behind it',
      async (size) => {
        const key = newKey();
        const [bytes, start] = [randomBytes(size), randomBytes(700)];
        await store.write(key, bytes);
        await store.replaceStart(key, start);
        expect((await everything(store, key)).equals(Buffer.concat([start, bytes.subarray(start.length)]))).toBe(true);
        expect(await store.draftSize(key)).toBe(0);
        await expect(store.replaceStart(newKey(), start)).rejects.toMatchObject({ code: 'not_found' });
      },
    );

    test('any part of an object can be read, both ends included', async () => {
      const key = newKey();
      const bytes = randomBytes(100_000);
      await store.write(key, bytes);
      for (const [from, to] of [
        [0, 0],
        [0, 99_999],
        [99_999, 99_999],
        [40_000, 70_000],
      ] as const) {
        expect((await buffer(await store.read(key, { from, to }))).equals(bytes.subarray(from, to + 1))).toBe(true);
      }
    });

    test('a draft becomes an object only when it is complete', async () => {
      const key = newKey();
      const bytes = randomBytes(20 * mebibyte + 17);
      expect(await store.append(key, 0, pieces(bytes))).toBe(bytes.length);
      expect(await store.size(key)).toBeNull();
      expect(await store.draftSize(key)).toBe(bytes.length);
      await expect(store.finish(key, bytes.length + 1)).rejects.toMatchObject({ code: 'conflict' });
      await store.finish(key, bytes.length);
      expect((await everything(store, key)).equals(bytes)).toBe(true);
      expect(await store.draftSize(key)).toBe(0);
      await store.finish(key, bytes.length);
      await expect(store.finish(key, 1)).rejects.toMatchObject({ code: 'conflict' });
    });

    test('a draft can be continued in pieces of any size', async () => {
      const key = newKey();
      const bytes = randomBytes(19 * mebibyte);
      const ends = [1, 8 * mebibyte - 1, 8 * mebibyte, 8 * mebibyte + 5, 16 * mebibyte, bytes.length];
      let from = 0;
      for (const to of ends) {
        expect(await store.append(key, from, pieces(bytes.subarray(from, to)))).toBe(to);
        expect(await store.draftSize(key)).toBe(to);
        from = to;
      }
      await store.finish(key, bytes.length);
      expect((await everything(store, key)).equals(bytes)).toBe(true);
    });

    test('a draft keeps the bytes before an interruption, and continues after them', async () => {
      const key = newKey();
      const bytes = randomBytes(11 * mebibyte);
      await expect(store.append(key, 0, cutAfter(bytes.subarray(0, 9 * mebibyte)))).rejects.toThrow(
        'The connection was cut',
      );
      const kept = await store.draftSize(key);
      expect(kept).toBe(9 * mebibyte);
      await store.append(key, kept, pieces(bytes.subarray(kept)));
      await store.finish(key, bytes.length);
      expect((await everything(store, key)).equals(bytes)).toBe(true);
    });

    test('a draft accepts bytes only at its end', async () => {
      const key = newKey();
      await store.append(key, 0, pieces(randomBytes(100)));
      await expect(store.append(key, 101, pieces(randomBytes(1)))).rejects.toMatchObject({ code: 'conflict' });
      expect(await store.draftSize(key)).toBe(100);
    });

    test('a deleted draft can begin again', async () => {
      const key = newKey();
      await store.append(key, 0, pieces(randomBytes(9 * mebibyte)));
      await store.abandon(key);
      expect(await store.draftSize(key)).toBe(0);
      await expect(store.finish(key, 9 * mebibyte)).rejects.toMatchObject({ code: 'conflict' });
      const bytes = randomBytes(3);
      await store.append(key, 0, pieces(bytes));
      await store.finish(key, 3);
      expect((await everything(store, key)).equals(bytes)).toBe(true);
    });

    test('a key with a path out of the store is refused', async () => {
      for (const key of ['', '..', '../secret', 'a/b', '.hidden', 'a'.repeat(101)]) {
        await expect((async () => store.size(key))()).rejects.toThrow('no key');
        await expect((async () => store.write(key, Buffer.from('x')))()).rejects.toThrow('no key');
      }
    });
  });
};
