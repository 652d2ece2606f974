import {
  mediaFamilyOf,
  mediaTypeOf,
  type PodcastMediaType,
  Refusal,
  tooLargeText,
  uploadLimits,
} from '@hearsay/contracts';
import type { MediaStore } from '@hearsay/media-store';
import type { SoundExaminer } from '../sounds/examine-sound.js';
import type { Uploads } from '../uploads/uploads.js';
import type { PublishPodcast } from './podcast.decider.js';

/**
 * Examines the bytes of an upload and returns the facts for the episode. Returns null if the upload is used already.
 * The pipeline then accepts only a repeat of the call that used it. @throws Refusal `not_found`, `too_large`,
 * `unsupported_media`, `invalid_input` for another purpose, `conflict` for an unfinished upload
 */
export const finishEpisodeUpload =
  (uploads: Uploads, store: MediaStore, sounds: SoundExaminer) =>
  async (ownerId: string, uploadId: string, mediaType: PodcastMediaType): Promise<PublishPodcast['media']> => {
    const upload = await uploads.find(ownerId, uploadId);
    if (!upload) throw new Refusal('not_found', 'There is no such upload');
    if (upload.purpose !== 'podcast') {
      const message = 'This upload is for something else';
      throw new Refusal('invalid_input', message, { fields: { mediaUrl: message } });
    }
    if (upload.isUsed) return null;
    // Films may be larger than sounds, and the upload was limited only by its declared type.
    if (upload.bytes > uploadLimits[mediaType]) throw new Refusal('too_large', tooLargeText(mediaType));
    await store.finish(upload.key, upload.bytes).catch((error: unknown) => {
      throw error instanceof Refusal && error.code === 'conflict'
        ? new Refusal('conflict', 'This upload is not finished')
        : error;
    });
    const { bytes, filetype, filename, key } = upload;
    const family = mediaFamilyOf(mediaTypeOf(filetype, filename));
    const declared = family === 'audio' || family === 'video' ? family : mediaType;
    const { newStart, ...examined } = await sounds.examine(key, { bytes, mediaType, declared });
    if (newStart) await store.replaceStart(key, newStart);
    return { key, bytes, ...examined };
  };
