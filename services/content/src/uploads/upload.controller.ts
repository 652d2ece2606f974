import { type CallContext, contentRpc, pictureKeys, type RpcParsed } from '@hearsay/contracts';
import type { MediaStore } from '@hearsay/media-store';
import { Handles } from '@hearsay/messaging';
import { actorOf } from '@hearsay/service-runtime';
import { Controller, Inject } from '@nestjs/common';
import { Uploads } from './uploads.js';

@Controller()
export class UploadController {
  constructor(private readonly uploads: Uploads) {}

  @Handles(contentRpc.openUpload)
  async openUpload(input: RpcParsed<typeof contentRpc.openUpload>, context: CallContext) {
    return { upload: await this.uploads.open(actorOf(context), input) };
  }

  @Handles(contentRpc.upload)
  async upload({ id }: RpcParsed<typeof contentRpc.upload>, context: CallContext) {
    return { upload: await this.uploads.find(actorOf(context), id) };
  }

  @Handles(contentRpc.closeUpload)
  async closeUpload({ id }: RpcParsed<typeof contentRpc.closeUpload>, context: CallContext) {
    await this.uploads.close(actorOf(context), id);
    return {};
  }

  @Handles(contentRpc.useUpload)
  async useUpload({ id }: RpcParsed<typeof contentRpc.useUpload>, context: CallContext) {
    await this.uploads.use(actorOf(context), id, context.idempotencyKey);
    return {};
  }
}

export const pictureStore = Symbol('the media store');

/** Deletes profile pictures of erased accounts, since content owns the store. */
@Controller()
export class PictureController {
  constructor(@Inject(pictureStore) private readonly store: MediaStore) {}

  @Handles(contentRpc.removePicture)
  async removePicture({ key }: RpcParsed<typeof contentRpc.removePicture>) {
    await this.store.remove(key);
    await this.store.remove(`${key}${pictureKeys.smallEnd}`);
    return {};
  }
}
