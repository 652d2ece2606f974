import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import {
  type CallContext,
  contentRpc,
  dataUrlLimits,
  mediaFamilyOf,
  mediaTypeOf,
  pictureKeyFormat,
  pictureKeyIn,
  Refusal,
  uploadPathPattern,
} from '@hearsay/contracts';
import type { MediaStore } from '@hearsay/media-store';
import type { RpcClient } from '@hearsay/messaging';
import { withNewDeadline } from '../http/call.js';
import type { PictureProcess } from '../pictures/picture-process.js';
import { wrongField } from '../present/refusal.js';
import { readDataUrl } from './data-url.js';
import { type ForeignPictures, normalizePictureAddress } from './foreign-pictures.js';

const keyBytes = 18;

export const pictureType = 'image/webp';
const { pattern, smallEnd, path: mediaPath } = pictureKeyFormat;
/** The key of the large size, from the key of either size. Null for other keys. */
export const largePictureKeyOf = (key: string): string | null => {
  const large = key.endsWith(smallEnd) ? key.slice(0, -smallEnd.length) : key;
  return pattern.test(large) ? large : null;
};

/** Decodes and encodes pictures again, so that only the pixels of a file are kept. */
export class Pictures {
  constructor(
    private readonly rpc: RpcClient,
    private readonly store: MediaStore,
    private readonly process: PictureProcess,
    private readonly foreign: ForeignPictures,
  ) {}

  /**
   * Stores the picture and returns its address. `given` is a data URL, the path of the person's upload, or an http(s)
   * address, which is fetched.
   * @throws Refusal as `PictureProcess.squares`; `not_found` without such an upload of this person, `conflict` for an
   * unfinished or used upload, `invalid_input` for any other mistake
   */
  async addressOf(given: string, context: CallContext): Promise<string> {
    const uploadId = uploadPathPattern.exec(given)?.[1]?.toLowerCase();
    if (uploadId !== undefined) return this.#ofUpload(uploadId, context);
    const data = readDataUrl(given, dataUrlLimits.profileImage, 'profileImage');
    if (!data) return this.#ofAddress(normalizePictureAddress(given), context);
    if (mediaFamilyOf(mediaTypeOf(data.filetype, '')) !== 'image')
      throw new Refusal('unsupported_media', 'This is no picture');
    return this.storeSquares(keyOf(data.bytes, context), async () => data.bytes);
  }

  /** @throws Refusal as `PictureProcess.squares` */
  async storeSquares(key: string, read: () => Promise<Buffer>): Promise<string> {
    const { large, small } = await this.process.squares(read);
    await this.store.write(`${key}${smallEnd}`, small);
    await this.store.write(key, large);
    return `${mediaPath}${key}`;
  }

  /** Removes both sizes. Does nothing for an address outside the media store. */
  async remove(address: string | null): Promise<void> {
    const key = address === null ? null : pictureKeyIn(address);
    if (key === null) return;
    await this.store.remove(key);
    await this.store.remove(`${key}${smallEnd}`);
  }

  /**
   * Runs `act`, and removes the new picture if `act` is refused for good. After any other failure the picture stays,
   * because a repeat with the same key may use it.
   * @throws what `act` throws
   */
  async removeIfRefused<T>(address: string | null, act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      if (error instanceof Refusal && error.code !== 'unavailable' && error.code !== 'internal')
        await this.remove(address);
      throw error;
    }
  }

  /** Finishes and uses the upload. Returns the address of the stored picture. */
  async #ofUpload(id: string, context: CallContext): Promise<string> {
    const { upload } = await this.rpc.call(contentRpc.upload, { id }, context);
    if (!upload) throw new Refusal('not_found', 'There is no such upload');
    if (upload.purpose !== 'profile-image') throw wrongField('profileImage', 'This upload is for something else');
    await this.store.finish(upload.key, upload.bytes).catch((error: unknown) => {
      throw error instanceof Refusal && error.code === 'conflict'
        ? new Refusal('conflict', 'This upload is not finished')
        : error;
    });
    // The picture's key is computed from the upload's id and not from the bytes, because an upload never changes.
    const address = await this.storeSquares(keyOf(id, context), async () => buffer(await this.store.read(upload.key)));
    await this.removeIfRefused(address, () => this.rpc.call(contentRpc.useUpload, { id }, withNewDeadline(context)));
    return address;
  }

  /** Reports a refused picture as a mistake in the address. A repeat returns the picture of the first call. */
  async #ofAddress(address: string, context: CallContext): Promise<string> {
    const key = keyOf(address, context);
    if (context.idempotencyKey !== undefined && (await this.store.size(key)) !== null) return `${mediaPath}${key}`;
    return this.storeSquares(key, () => this.foreign.fetch(address, context.accountId ?? '')).catch(
      (error: unknown) => {
        const isOfPicture =
          error instanceof Refusal && (error.code === 'unsupported_media' || error.code === 'too_large');
        throw isOfPicture ? wrongField('profileImage', error.message) : error;
      },
    );
  }
}

/** A repeat with the same idempotency key gets the same picture key. Without one, the picture key is random. */
const keyOf = (given: Uint8Array | string, context: CallContext): string => {
  if (context.idempotencyKey === undefined) return `p${randomBytes(keyBytes).toString('base64url')}`;
  const origin = createHash('sha256')
    .update(JSON.stringify([context.accountId, context.idempotencyKey]))
    .update(given)
    .digest();
  return `p${origin.subarray(0, keyBytes).toString('base64url')}`;
};
