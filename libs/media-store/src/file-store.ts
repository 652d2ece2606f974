import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import {
  type ByteRange,
  checkKey,
  draftSizeRefusal,
  type MediaStore,
  objectNotFoundRefusal,
  toUnavailableRefusal,
  unavailableOnError,
} from './media-store.js';

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

const sizeOf = async (path: string): Promise<number | null> => {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw toUnavailableRefusal(error);
  }
};

/** A store in a local folder. Each object is a file in `objects/`, and each draft is a file in `drafts/`. */
export class FileStore implements MediaStore {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  async write(key: string, bytes: Uint8Array): Promise<void> {
    const draft = `${this.#draft(key)}.${crypto.randomUUID()}`;
    try {
      const file = await this.#open(draft, 'w');
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await this.#publish(draft, key);
    } catch (error) {
      await rm(draft, { force: true });
      throw toUnavailableRefusal(error);
    }
  }

  async replaceStart(key: string, start: Uint8Array): Promise<void> {
    try {
      const file = await open(this.#object(key), 'r+');
      try {
        await file.write(start, 0, start.length, 0);
        await file.sync();
      } finally {
        await file.close();
      }
    } catch (error) {
      throw codeOf(error) === 'ENOENT' ? objectNotFoundRefusal() : toUnavailableRefusal(error);
    }
  }

  size(key: string): Promise<number | null> {
    return sizeOf(this.#object(key));
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    let file: FileHandle;
    try {
      file = await open(this.#object(key), 'r');
    } catch (error) {
      throw codeOf(error) === 'ENOENT' ? objectNotFoundRefusal() : toUnavailableRefusal(error);
    }
    return createReadStream('', { fd: file, ...(range && { start: range.from, end: range.to }) });
  }

  async remove(key: string): Promise<void> {
    await unavailableOnError(rm(this.#object(key), { force: true }));
  }

  async draftSize(key: string): Promise<number> {
    return (await sizeOf(this.#draft(key))) ?? 0;
  }

  async append(key: string, from: number, body: Readable): Promise<number> {
    const path = this.#draft(key);
    if (((await sizeOf(path)) ?? 0) !== from) throw draftSizeRefusal();
    const file = await unavailableOnError(this.#open(path, 'a'));
    let size = from;
    try {
      for await (const chunk of body) {
        await unavailableOnError(file.appendFile(chunk as Buffer));
        size += (chunk as Buffer).length;
      }
      return size;
    } finally {
      await file.datasync().catch(() => undefined);
      await file.close();
    }
  }

  async finish(key: string, bytes: number): Promise<void> {
    const finished = await this.size(key);
    if (finished !== null) {
      if (finished !== bytes) throw draftSizeRefusal();
      return;
    }
    const draft = this.#draft(key);
    if ((await sizeOf(draft)) !== bytes) throw draftSizeRefusal();
    await unavailableOnError(this.#publish(draft, key));
  }

  async abandon(key: string): Promise<void> {
    await unavailableOnError(rm(this.#draft(key), { force: true }));
  }

  async #open(path: string, flags: 'w' | 'a'): Promise<FileHandle> {
    try {
      return await open(path, flags);
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
      await mkdir(dirname(path), { recursive: true });
      return open(path, flags);
    }
  }

  async #publish(draft: string, key: string): Promise<void> {
    const object = this.#object(key);
    await mkdir(dirname(object), { recursive: true });
    await rename(draft, object);
    // The file's name is stored in the folder, so the folder needs an fsync too.
    const folder = await open(dirname(object), 'r');
    await folder.sync().finally(() => folder.close());
  }

  #object(key: string): string {
    return join(this.#root, 'objects', checkKey(key));
  }

  #draft(key: string): string {
    return join(this.#root, 'drafts', checkKey(key));
  }
}
