import { contentRpc, pictureKeyFormat } from '@hearsay/contracts';
import type { MediaStore } from '@hearsay/media-store';
import { handlersOf } from '@hearsay/messaging';
import { actorOf } from '@hearsay/service-runtime';
import type { Uploads } from './uploads.js';

export const uploadHandlers = (uploads: Uploads, store: MediaStore) =>
  handlersOf(contentRpc, {
    openUpload: async (input, context) => ({ upload: await uploads.open(actorOf(context), input) }),
    upload: async ({ id }, context) => ({ upload: await uploads.find(actorOf(context), id) }),

    async closeUpload({ id }, context) {
      await uploads.close(actorOf(context), id);
      return {};
    },

    async useUpload({ id }, context) {
      await uploads.use(actorOf(context), id, context.idempotencyKey);
      return {};
    },

    /** Deletes a profile picture. Identity calls this, because content owns the media store. */
    async removePicture({ key }) {
      await store.remove(key);
      await store.remove(`${key}${pictureKeyFormat.smallEnd}`);
      return {};
    },
  });
