import { AsyncLocalStorage } from 'node:async_hooks';
import type { Readable } from 'node:stream';
import { type CallContext, contentRpc, Refusal, type UploadView, uploadLifetimeHours } from '@hearsay/contracts';
import type { MediaStore } from '@hearsay/media-store';
import type { RpcClient } from '@hearsay/messaging';
import { DataStore, Upload } from '@tus/utils';
import type { UploadWish } from './upload-rules.js';

/** On whose behalf the tus server works at the moment, and what is known of the upload already. */
export interface UploadCall {
  readonly context: CallContext;
  readonly wish: UploadWish | null;
  upload?: UploadView;
}

const metadataOf = ({ filename, filetype, purpose }: UploadView) => ({ filename, filetype, purpose });

/** Uploads as the tus server wants them: their rows are content's, their bytes the media store's, and each is its owner's alone. */
export class UploadStore extends DataStore {
  readonly calls = new AsyncLocalStorage<UploadCall>();
  override extensions = ['creation', 'creation-with-upload', 'termination', 'expiration'];

  constructor(
    private readonly rpc: RpcClient,
    private readonly store: MediaStore,
  ) {
    super();
  }

  override async create(upload: Upload): Promise<Upload> {
    const call = this.#call();
    if (!call.wish) throw new Refusal('invalid_input');
    const opened = await this.rpc.call(contentRpc.openUpload, { id: upload.id, ...call.wish }, call.context);
    call.upload = opened.upload;
    upload.creation_date = opened.upload.createdAt;
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const upload = await this.#find(id);
    const offset = await this.#stored(
      id,
      async () => (await this.store.size(upload.key)) ?? (await this.store.draftSize(upload.key)),
    );
    return new Upload({
      id,
      size: upload.bytes,
      offset,
      metadata: metadataOf(upload),
      creation_date: upload.createdAt,
    });
  }

  override async write(body: Readable, id: string, offset: number): Promise<number> {
    const { key, bytes } = await this.#find(id);
    return this.#stored(id, async () => {
      const size = await this.store.append(key, offset, body);
      if (size === bytes) await this.store.finish(key, bytes);
      return size;
    });
  }

  override async remove(id: string): Promise<void> {
    await this.rpc.call(contentRpc.closeUpload, { id }, this.#call().context);
  }

  override getExpiration(): number {
    return uploadLifetimeHours * 60 * 60_000;
  }

  /** The client of a failed creation never learns its id: the upload would count as unfinished for a day, so it is closed. */
  async #stored<T>(id: string, use: () => Promise<T>): Promise<T> {
    try {
      return await use();
    } catch (error) {
      if (this.#call().wish) await this.remove(id).catch(() => undefined);
      throw error;
    }
  }

  async #find(id: string): Promise<UploadView> {
    const call = this.#call();
    if (call.upload?.id === id) return call.upload;
    const { upload } = await this.rpc.call(contentRpc.upload, { id }, call.context);
    if (!upload) throw new Refusal('not_found');
    call.upload = upload;
    return upload;
  }

  #call(): UploadCall {
    const call = this.calls.getStore();
    if (!call) throw new Error('An upload belongs to nobody');
    return call;
  }
}
