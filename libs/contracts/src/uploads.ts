import * as z from 'zod/mini';

const megabyte = 1024 * 1024;

export const UploadPurpose = z.enum(['podcast', 'profile-image']);
export type UploadPurpose = z.infer<typeof UploadPurpose>;

/** MIME types that are taken, the guidance of the upload form and what recorders of browsers make. Parameters (`;codecs=…`) do not count. */
export const acceptedMedia = {
  audio: [
    'audio/mpeg',
    'audio/mp3',
    'audio/wav',
    'audio/wave',
    'audio/x-wav',
    'audio/aac',
    'audio/mp4',
    'audio/x-m4a',
    'audio/ogg',
    'audio/webm',
    'audio/flac',
  ],
  video: ['video/mp4', 'video/x-msvideo', 'video/avi', 'video/quicktime', 'video/webm'],
  image: ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'],
} as const;

/** Bytes that an upload of a kind may have at most. */
export const uploadLimits = { audio: 100 * megabyte, video: 500 * megabyte, image: 10 * megabyte } as const;

/** An upload ends so long after it was begun, finished or not, unless it is used. */
export const uploadLifetimeHours = 24;

/** Decoded bytes that a data URL may carry at most; larger things are uploaded. */
export const dataUrlLimits = { podcast: 16 * megabyte, profileImage: 2 * megabyte } as const;

/** A finished upload as the calls take it, `/api/uploads/{id}`. */
export const uploadPath = /^\/api\/uploads\/([0-9a-fA-F-]{36})$/;

/** Under which keys the media store has pictures; the small size lies under the same key with `smallEnd` behind it. */
export const pictureKeys = { pattern: /^p[\w-]{24}$/, smallEnd: '.small', path: '/api/media/' } as const;

/** The key of a picture of ours in a profile's address; null for an address elsewhere. */
export const pictureKeyIn = (address: string): string | null => {
  const key = address.startsWith(pictureKeys.path) ? address.slice(pictureKeys.path.length) : '';
  return pictureKeys.pattern.test(key) ? key : null;
};
