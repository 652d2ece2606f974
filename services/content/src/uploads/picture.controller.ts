import { contentRpc, pictureKeys, type RpcParsed } from '@hearsay/contracts';
import type { MediaStore } from '@hearsay/media-store';
import { Handles } from '@hearsay/messaging';
import { Controller, Inject } from '@nestjs/common';

export const pictureStore = Symbol('the media store');

/** Profile pictures of accounts that are erased: the store is content's to sweep. */
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
