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

/** What a new episode is made of: the bytes of an upload, after they have been examined. */
export class EpisodeMedia {
  constructor(
    private readonly uploads: Uploads,
    private readonly store: MediaStore,
    private readonly sounds: SoundExaminer,
  ) {}

  /**
   * Null for an upload that is used already: whether that is a repeat of the same call the pipeline knows.
   * @throws Refusal `not_found` for a foreign or unknown upload, `invalid_input` for one of another purpose, `conflict` for an unfinished one,
   * `too_large` above the limit of what it is published as, `unsupported_media` for other bytes than declared
   */
  async of(ownerId: string, uploadId: string, mediaType: PodcastMediaType): Promise<PublishPodcast['media']> {
    const upload = await this.uploads.find(ownerId, uploadId);
    if (!upload) throw new Refusal('not_found', 'There is no such upload');
    if (upload.purpose !== 'podcast') {
      const message = 'This upload is for something else';
      throw new Refusal('invalid_input', message, { fields: { mediaUrl: message } });
    }
    if (upload.isUsed) return null;
    // A film may be larger, and its type was all that was known when the upload began.
    if (upload.bytes > uploadLimits[mediaType]) throw new Refusal('too_large', tooLargeText(mediaType));
    await this.store.finish(upload.key, upload.bytes).catch((error: unknown) => {
      throw error instanceof Refusal && error.code === 'conflict'
        ? new Refusal('conflict', 'This upload is not finished')
        : error;
    });
    const { bytes, filetype, filename, key } = upload;
    const family = mediaFamilyOf(mediaTypeOf(filetype, filename));
    const declared = family === 'audio' || family === 'video' ? family : mediaType;
    const { newStart, ...examined } = await this.sounds.examine(key, { bytes, mediaType, declared });
    if (newStart) await this.store.replaceStart(key, newStart);
    return { key, bytes, ...examined };
  }
}
