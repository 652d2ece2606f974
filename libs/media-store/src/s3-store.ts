import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Client, type ClientOptions } from 'minio';
import {
  type ByteRange,
  checkKey,
  draftSizeRefusal,
  type MediaStore,
  objectNotFoundRefusal,
  toUnavailableRefusal,
  unavailableOnError,
} from './media-store.js';

/** The size of every part of a draft but the last one. S3 requires at least 5 MiB. */
const partBytes = 8 * 1024 * 1024;

class PartsClient extends Client {
  parts(bucket: string, key: string, uploadId: string) {
    return this.listParts(bucket, key, uploadId);
  }
}

interface Draft {
  readonly uploadId: string | null;
  /** The number of full parts, counted from the first one up to a gap. */
  readonly parts: number;
  readonly etags: readonly { part: number; etag: string }[];
  readonly endBytes: number;
}

const codeOf = (error: unknown): string | undefined => (error as { code?: string }).code;
const isMissing = (error: unknown): boolean => ['NoSuchKey', 'NotFound', 'NoSuchBucket'].includes(codeOf(error) ?? '');

/**
 * A store with the S3 protocol. A draft is a multipart upload. Bytes after its full parts are in `drafts/KEY/PARTS`.
 */
export class S3Store implements MediaStore {
  readonly #client: PartsClient;
  readonly #bucket: string;
  #hasBucket: Promise<void> | undefined;

  constructor(options: ClientOptions, bucket: string) {
    this.#client = new PartsClient(options);
    this.#bucket = bucket;
  }

  async write(key: string, bytes: Uint8Array): Promise<void> {
    checkKey(key);
    await this.#withBucket(() =>
      this.#client.putObject(this.#bucket, key, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
    );
  }

  /**
   * Makes a new object, because S3 objects are immutable. It uploads the first part and lets the server copy all later
   * bytes.
   */
  async replaceStart(key: string, start: Uint8Array): Promise<void> {
    const size = await this.size(key);
    if (size === null) throw objectNotFoundRefusal();
    const head = await buffer(await this.read(key, { from: 0, to: Math.min(size, partBytes) - 1 }));
    head.set(start);
    if (size <= partBytes) return this.write(key, head);
    const uploadId = await this.#withBucket(() => this.#client.initiateNewMultipartUpload(this.#bucket, key, {}));
    try {
      const first = await this.#uploadPart(key, uploadId, 1, head);
      const headers = {
        'x-amz-copy-source': `${this.#bucket}/${key}`,
        'x-amz-copy-source-range': `bytes=${partBytes}-${size - 1}`,
      };
      const rest = await this.#client.uploadPart({
        bucketName: this.#bucket,
        objectName: key,
        uploadID: uploadId,
        partNumber: 2,
        headers,
      });
      await this.#client.completeMultipartUpload(this.#bucket, key, uploadId, [
        { part: 1, etag: first },
        { part: 2, etag: rest.etag },
      ]);
    } catch (error) {
      await this.#client.abortMultipartUpload(this.#bucket, key, uploadId).catch(() => undefined);
      throw toUnavailableRefusal(error);
    }
  }

  async size(key: string): Promise<number | null> {
    return this.#sizeOf(checkKey(key));
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    checkKey(key);
    try {
      return range
        ? await this.#client.getPartialObject(this.#bucket, key, range.from, range.to - range.from + 1)
        : await this.#client.getObject(this.#bucket, key);
    } catch (error) {
      throw isMissing(error) ? objectNotFoundRefusal() : toUnavailableRefusal(error);
    }
  }

  async remove(key: string): Promise<void> {
    checkKey(key);
    await this.#client.removeObject(this.#bucket, key).catch((error: unknown) => {
      if (!isMissing(error)) throw toUnavailableRefusal(error);
    });
  }

  async draftSize(key: string): Promise<number> {
    const { parts, endBytes } = await this.#draft(checkKey(key));
    return parts * partBytes + endBytes;
  }

  async append(key: string, from: number, body: Readable): Promise<number> {
    const draft = await this.#draft(checkKey(key));
    let { uploadId, parts } = draft;
    let filled = from - parts * partBytes;
    if (filled < 0 || filled > draft.endBytes) throw draftSizeRefusal();
    const part = Buffer.allocUnsafe(partBytes);
    if (filled > 0) (await this.#readTail(key, parts)).copy(part, 0, 0, filled);
    const keepPart = async () => {
      uploadId ??= await this.#withBucket(() => this.#client.initiateNewMultipartUpload(this.#bucket, key, {}));
      await this.#uploadPart(key, uploadId, parts + 1, part);
      parts += 1;
      filled = 0;
    };
    try {
      for await (const chunk of body) {
        let rest = chunk as Buffer;
        while (rest.length > 0) {
          const taken = rest.copy(part, filled, 0, Math.min(rest.length, partBytes - filled));
          filled += taken;
          rest = rest.subarray(taken);
          if (filled === partBytes) await keepPart();
        }
      }
    } finally {
      if (filled > 0)
        await this.#withBucket(() =>
          this.#client.putObject(this.#bucket, endKey(key, parts), part.subarray(0, filled)),
        );
      if (draft.endBytes > 0 && parts > draft.parts)
        await this.#client.removeObject(this.#bucket, endKey(key, draft.parts));
    }
    return parts * partBytes + filled;
  }

  async finish(key: string, bytes: number): Promise<void> {
    const finished = await this.size(key);
    if (finished !== null) {
      if (finished !== bytes) throw draftSizeRefusal();
      return;
    }
    const { uploadId, parts, etags, endBytes } = await this.#draft(key);
    if (parts * partBytes + endBytes !== bytes || bytes === 0) throw draftSizeRefusal();
    const end = endBytes > 0 ? await this.#readTail(key, parts) : null;
    if (uploadId === null) {
      await this.write(key, end ?? Buffer.alloc(0));
    } else {
      const all = [...etags];
      if (end) all.push({ part: parts + 1, etag: await this.#uploadPart(key, uploadId, parts + 1, end) });
      await unavailableOnError(this.#client.completeMultipartUpload(this.#bucket, key, uploadId, all));
    }
    await this.#removeTails(key);
  }

  async abandon(key: string): Promise<void> {
    checkKey(key);
    try {
      await this.#removeTails(key);
      for (;;) {
        const uploadId = await this.#client.findUploadId(this.#bucket, key);
        if (!uploadId) return;
        await this.#client.abortMultipartUpload(this.#bucket, key, uploadId);
      }
    } catch (error) {
      if (!isMissing(error)) throw toUnavailableRefusal(error);
    }
  }

  async #draft(key: string): Promise<Draft> {
    try {
      const uploadId = (await this.#client.findUploadId(this.#bucket, key)) ?? null;
      const listed = uploadId === null ? [] : await this.#client.parts(this.#bucket, key, uploadId);
      const kept = listed.filter(({ part, size }, index) => part === index + 1 && size === partBytes);
      const etags = kept.map(({ part, etag }) => ({ part, etag }));
      const endBytes = (await this.#sizeOf(endKey(key, kept.length))) ?? 0;
      return { uploadId, parts: kept.length, etags, endBytes };
    } catch (error) {
      if (isMissing(error)) return { uploadId: null, parts: 0, etags: [], endBytes: 0 };
      throw toUnavailableRefusal(error);
    }
  }

  async #uploadPart(key: string, uploadId: string, partNumber: number, bytes: Buffer): Promise<string> {
    const md5 = createHash('md5').update(bytes).digest('base64');
    const headers = { 'Content-Length': bytes.length, 'Content-MD5': md5 };
    const part = { bucketName: this.#bucket, objectName: key, uploadID: uploadId, partNumber, headers };
    return (await unavailableOnError(this.#client.uploadPart(part, bytes))).etag;
  }

  async #readTail(key: string, parts: number): Promise<Buffer> {
    try {
      return await buffer(await this.#client.getObject(this.#bucket, endKey(key, parts)));
    } catch (error) {
      throw isMissing(error) ? draftSizeRefusal() : toUnavailableRefusal(error);
    }
  }

  /** Deletes all objects with bytes after the full parts. Interrupted writers may have left several such objects. */
  async #removeTails(key: string): Promise<void> {
    for await (const { name } of this.#client.listObjectsV2(this.#bucket, endsOf(key), true)) {
      if (name) await this.#client.removeObject(this.#bucket, name);
    }
  }

  async #sizeOf(name: string): Promise<number | null> {
    try {
      return (await this.#client.statObject(this.#bucket, name)).size;
    } catch (error) {
      if (isMissing(error)) return null;
      throw toUnavailableRefusal(error);
    }
  }

  /** Creates the bucket before the first write. If this fails, the next write tries again to create it. */
  async #withBucket<T>(write: () => Promise<T>): Promise<T> {
    this.#hasBucket ??= this.#makeBucket();
    try {
      await this.#hasBucket;
      return await write();
    } catch (error) {
      this.#hasBucket = undefined;
      throw toUnavailableRefusal(error);
    }
  }

  async #makeBucket(): Promise<void> {
    if (await this.#client.bucketExists(this.#bucket)) return;
    await this.#client.makeBucket(this.#bucket).catch((error: unknown) => {
      // The error is expected if another process has created the bucket first.
      if (codeOf(error) !== 'BucketAlreadyOwnedByYou') throw error;
    });
  }
}

const endsOf = (key: string): string => `drafts/${key}/`;
const endKey = (key: string, parts: number): string => `${endsOf(key)}${parts}`;
