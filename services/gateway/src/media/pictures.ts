import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { type CallContext, contentRpc, dataUrlLimits, pictureKeyIn, pictureKeys, Refusal, uploadPath } from '@hearsay/contracts';
import type { MediaStore } from '@hearsay/media-store';
import type { RpcClient } from '@hearsay/messaging';
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { readDataUrl } from './data-url.js';
import { pictureAddress } from './picture-address.js';

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
const { pattern, smallEnd, path: mediaPath } = pictureKeys;
/** The key of the large size, from that of either; null for what is no picture's. */
export const pictureOf = (key: string): string | null => {
  const large = key.endsWith(smallEnd) ? key.slice(0, -smallEnd.length) : key;
  return pattern.test(large) ? large : null;
};

// One thread a picture and nothing remembered: this process has other things to do.
sharp.concurrency(1);
sharp.cache(false);

const bareType = (filetype: string): string => filetype.split(';')[0]!.trim().toLowerCase();
const notAPicture = () => new Refusal('unsupported_media', 'This is no picture that can be read');

const square = (bytes: Uint8Array, pixels: number): Promise<Buffer> =>
  sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 })
    .rotate()
    .resize(pixels, pixels, { fit: 'cover' })
    .webp({ quality })
    .toBuffer();

/** Profile pictures: read, turned upright, cut to squares and written anew, so that nothing of a file but its pixels is kept. */
export class Pictures {
  constructor(
    private readonly rpc: RpcClient,
    private readonly store: MediaStore,
  ) {}

  /**
   * The address of what a person has given as their picture: bytes in a data URL or an upload of theirs are kept here, an address elsewhere stays as it is.
   * @throws Refusal as `keep`; `not_found` for a foreign or unknown upload, `conflict` for an unfinished or used one, `invalid_input` for anything else
   */
  async addressOf(given: string, context: CallContext): Promise<string> {
    const uploadId = uploadPath.exec(given)?.[1]?.toLowerCase();
    if (uploadId !== undefined) return this.#ofUpload(uploadId, context);
    const data = readDataUrl(given, dataUrlLimits.profileImage, 'profileImage');
    if (!data) return pictureAddress(given);
    if (!rasterTypes.has(bareType(data.filetype))) throw notAPicture();
    return this.keep(data.bytes, { context });
  }

  /**
   * Keeps a picture and answers its address. @throws Refusal `unsupported_media` for what is no raster picture, or another than was declared, `too_large`
   * for too many pixels
   */
  async keep(bytes: Uint8Array, { declared, context }: { declared?: string; context?: CallContext } = {}): Promise<string> {
    const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
    if (!found || !rasterTypes.has(found.mime)) throw notAPicture();
    if (declared !== undefined && found.mime !== declared)
      throw new Refusal('unsupported_media', `This is no file of the type ${declared}`);
    const { width, height } = await sharp(bytes, { limitInputPixels: false })
      .metadata()
      .catch(() => {
        throw notAPicture();
      });
    if (width * height > mostPixels) throw new Refusal('too_large', `A picture has at most ${mostPixels / 1e6} million pixels`);
    const [large, small] = await Promise.all([square(bytes, largePixels), square(bytes, smallPixels)]).catch(() => {
      throw notAPicture();
    });
    const key = `p${keyOf(bytes, context)}`;
    await this.store.write(`${key}${smallEnd}`, small);
    await this.store.write(key, large);
    return `${mediaPath}${key}`;
  }

  /** Removes a picture of ours that is shown no longer; other addresses are none of ours. */
  async remove(address: string | null): Promise<void> {
    const key = address === null ? null : pictureKeyIn(address);
    if (key === null) return;
    await this.store.remove(key);
    await this.store.remove(`${key}${smallEnd}`);
  }

  /**
   * Does what a new picture was kept for; one that is refused leaves no picture behind. What may still come to pass keeps it: a repeat under the same key
   * names the same one. @throws what `act` throws
   */
  async orRemove<T>(address: string | null, act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      if (error instanceof Refusal && error.code !== 'unavailable' && error.code !== 'internal') await this.remove(address);
      throw error;
    }
  }

  async #ofUpload(id: string, context: CallContext): Promise<string> {
    const { upload } = await this.rpc.call(contentRpc.upload, { id }, context);
    if (!upload) throw new Refusal('not_found', 'There is no such upload');
    if (upload.purpose !== 'profile-image') {
      const message = 'This upload is for something else';
      throw new Refusal('invalid_input', message, { fields: { profileImage: message } });
    }
    await this.store.finish(upload.key, upload.bytes).catch((error: unknown) => {
      throw error instanceof Refusal && error.code === 'conflict' ? new Refusal('conflict', 'This upload is not finished') : error;
    });
    const address = await this.keep(await buffer(await this.store.read(upload.key)), { declared: bareType(upload.filetype), context });
    await this.orRemove(address, () => this.rpc.call(contentRpc.useUpload, { id }, context));
    return address;
  }
}

/** A repeat of a call under its key must name the same picture; without a key every picture has a key of its own. */
const keyOf = (bytes: Uint8Array, context: CallContext | undefined): string => {
  if (context?.idempotencyKey === undefined) return randomBytes(keyBytes).toString('base64url');
  const origin = createHash('sha256')
    .update(JSON.stringify([context.accountId, context.idempotencyKey]))
    .update(bytes)
    .digest();
  return origin.subarray(0, keyBytes).toString('base64url');
};
