import * as z from 'zod/mini';

const megabyte = 1024 * 1024;

export const UploadPurpose = z.enum(['podcast', 'profile-image']);
export type UploadPurpose = z.infer<typeof UploadPurpose>;

export type MediaFamily = 'audio' | 'video' | 'image';

/** Accepted MIME types, under every name that browsers use for them. The bytes decide the type within a family. */
const acceptedMedia = {
  audio: [
    'audio/mpeg audio/mp3 audio/mpeg3 audio/x-mpeg audio/x-mp3 audio/x-mpeg3 audio/x-mpeg-3 audio/mpg audio/x-mpg',
    'audio/wav audio/wave audio/x-wav audio/vnd.wave audio/x-pn-wav',
    'audio/aac audio/x-aac audio/aacp audio/x-aacp audio/vnd.dlna.adts audio/x-hx-aac-adts audio/adts',
    'audio/mp4 audio/m4a audio/x-m4a audio/m4b audio/x-m4b audio/x-mp4 audio/mp4a-latm audio/mpeg4',
    'audio/3gpp audio/3gpp2 audio/3gp audio/x-alac audio/alac',
    'audio/ogg audio/x-ogg audio/opus audio/x-opus+ogg audio/vorbis audio/x-vorbis+ogg audio/x-vorbis',
    'application/ogg',
    'audio/webm audio/x-matroska audio/matroska audio/flac audio/x-flac',
  ],
  video: [
    'video/mp4 video/x-mp4 video/x-m4v video/m4v video/mpeg4 application/mp4 video/3gpp video/3gpp2 video/3gp',
    'video/x-msvideo video/avi video/msvideo video/vnd.avi video/quicktime video/mov video/x-quicktime',
    'video/webm video/x-matroska video/matroska video/ogg',
  ],
};

export const mimeTypesByExtension: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  aac: 'audio/aac',
  m4a: 'audio/mp4',
  m4b: 'audio/mp4',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  weba: 'audio/webm',
  mka: 'audio/x-matroska',
  flac: 'audio/flac',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  '3gp': 'video/3gpp',
  '3g2': 'video/3gpp2',
  avi: 'video/x-msvideo',
  mov: 'video/quicktime',
  qt: 'video/quicktime',
  webm: 'video/webm',
  mkv: 'video/x-matroska',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  jfif: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
};

const unknownTypes = [
  '',
  'application/octet-stream',
  'binary/octet-stream',
  'application/x-octet-stream',
  'application/unknown',
];

/** The declared MIME type without parameters. If none is declared, the type of the file name's extension. */
export const mediaTypeOf = (filetype: string, filename: string): string => {
  const bare = (filetype.split(';')[0] ?? '').trim().toLowerCase();
  if (!unknownTypes.includes(bare)) return bare;
  return mimeTypesByExtension[filename.trim().split('.').at(-1)?.toLowerCase() ?? ''] ?? 'application/octet-stream';
};

/** SVG is refused because it may contain scripts. The bytes decide the type of all other pictures. */
const pictureType = /^image\/(?!svg)./;

export const mediaFamilyOf = (mimeType: string): MediaFamily | null => {
  if (pictureType.test(mimeType)) return 'image';
  const families = ['audio', 'video'] as const;
  return families.find((family) => acceptedMedia[family].some((line) => line.split(' ').includes(mimeType))) ?? null;
};

export const uploadLimits: Readonly<Record<MediaFamily, number>> = {
  audio: 100 * megabyte,
  video: 500 * megabyte,
  image: 10 * megabyte,
};

export const emptyFileText = 'This file is empty. Choose another one.';

export const tooLargeText = (family: MediaFamily): string => {
  const files = { audio: 'An audio file', video: 'A video file', image: 'A picture' };
  return `${files[family]} has at most ${uploadLimits[family] / megabyte} MB. Choose a smaller one.`;
};

export const uploadLifetimeHours = 24;
export const maxOpenUploads = 20;

/** Maximum decoded bytes of a data URL. Larger files need an upload. */
export const dataUrlLimits = { podcast: 16 * megabyte, profileImage: 2 * megabyte } as const;

export const uploadPathPattern = /^\/api\/uploads\/([0-9a-fA-F-]{36})$/;

/** Keys of pictures in the media store. The small size has the same key with `smallEnd` appended. */
export const pictureKeyFormat = { pattern: /^p[\w-]{24}$/, smallEnd: '.small', path: '/api/media/' } as const;

export const pictureKeyIn = (address: string): string | null => {
  const key = address.startsWith(pictureKeyFormat.path) ? address.slice(pictureKeyFormat.path.length) : '';
  return pictureKeyFormat.pattern.test(key) ? key : null;
};

/** The URL of a picture on our own host, or null. A foreign host would learn which readers see which posts. */
export const ownPictureUrl = (address: string | null): string | null =>
  address !== null && pictureKeyIn(address) !== null ? address : null;
