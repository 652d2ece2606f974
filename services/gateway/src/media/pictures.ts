import { randomBytes } from 'node:crypto';
import { Refusal } from '@hearsay/contracts';
import type { MediaStore } from '@hearsay/media-store';
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';

/** Pictures are kept in two sizes, squares of so many pixels: for a profile and for lists. */
const largePixels = 512;
const smallPixels = 96;
/** The most pixels that a picture may have before it is made smaller: more than cameras of telephones make. */
const mostPixels = 64_000_000;
const quality = 82;
const keyBytes = 18;
const rasterTypes = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']);

/** Both sizes are WebP. */
export const pictureType = 'image/webp';
/** The small size lies under the same key with this end. */
const smallEnd = '.small';
export const isPictureKey = (key: string): boolean => /^p[\w-]{24}(\.small)?$/.test(key);

const mediaPath = '/api/media/';
/** The key of a picture of ours in a profile's address; null for an address elsewhere. */
const keyIn = (address: string): string | null => {
  const key = address.startsWith(mediaPath) ? address.slice(mediaPath.length) : '';
  return isPictureKey(key) ? key : null;
};

// One thread a picture and nothing remembered: this process has other things to do.
sharp.concurrency(1);
sharp.cache(false);

const notAPicture = () => new Refusal('unsupported_media', 'This is no picture that can be read');

const square = (bytes: Uint8Array, pixels: number): Promise<Buffer> =>
  sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 })
    .rotate()
    .resize(pixels, pixels, { fit: 'cover' })
    .webp({ quality })
    .toBuffer();

/** Profile pictures: read, turned upright, cut to squares and written anew, so that nothing of a file but its pixels is kept. */
export class Pictures {
  constructor(private readonly store: MediaStore) {}

  /** Keeps a picture and answers its address. @throws Refusal `unsupported_media` for what is no raster picture, `too_large` for too many pixels */
  async keep(bytes: Uint8Array): Promise<string> {
    const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
    if (!found || !rasterTypes.has(found.mime)) throw notAPicture();
    const { width, height } = await sharp(bytes, { limitInputPixels: false })
      .metadata()
      .catch(() => {
        throw notAPicture();
      });
    if (width * height > mostPixels) throw new Refusal('too_large', `A picture has at most ${mostPixels / 1e6} million pixels`);
    const [large, small] = await Promise.all([square(bytes, largePixels), square(bytes, smallPixels)]).catch(() => {
      throw notAPicture();
    });
    const key = `p${randomBytes(keyBytes).toString('base64url')}`;
    await this.store.write(`${key}${smallEnd}`, small);
    await this.store.write(key, large);
    return `${mediaPath}${key}`;
  }

  /** Removes a picture of ours that is shown no longer; other addresses are none of ours. */
  async remove(address: string | null): Promise<void> {
    const key = address === null ? null : keyIn(address);
    if (key === null) return;
    await this.store.remove(key);
    await this.store.remove(`${key}${smallEnd}`);
  }
}
