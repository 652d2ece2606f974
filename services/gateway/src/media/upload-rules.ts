import {
  type contentRpc,
  cutText,
  emptyFileText,
  type MediaFamily,
  mediaFamilyOf,
  mediaTypeOf,
  Refusal,
  type RpcInput,
  tooLargeText,
  UploadPurpose,
  uploadLimits,
} from '@hearsay/contracts';
import { wrongField } from '../present/refusal.js';

const filenameLength = 255;

const familiesFor: Readonly<Record<UploadPurpose, readonly MediaFamily[]>> = {
  podcast: ['audio', 'video'],
  'profile-image': ['image'],
};
const whatToChoose: Readonly<Record<UploadPurpose, string>> = {
  podcast: 'Choose an audio file (MP3, M4A, WAV, OGG, FLAC) or a video file (MP4, MOV, WebM, AVI).',
  'profile-image': 'Choose a picture (PNG, JPEG, WebP, GIF, AVIF).',
};

export type UploadRequest = Omit<RpcInput<typeof contentRpc.openUpload>, 'id'>;

/** The header has the form `key base64, key base64` (tus 1.0, creation). */
const metadataIn = (header: string | undefined): ReadonlyMap<string, string> =>
  new Map(
    (header ?? '')
      .split(',')
      .map((pair) => pair.trim().split(' '))
      .filter(([key]) => key)
      .map(([key = '', value = '']) => [key, Buffer.from(value, 'base64').toString('utf8').trim()]),
  );

/** Rejects control characters, which no name or type needs. PostgreSQL cannot store NUL. */
const isPlain = (text: string): boolean => !/\p{Cc}/u.test(text);
const unreadable = (field: string) => wrongField(field, `${field} holds a character that is none`);

const missing = (field: string) =>
  new Refusal('invalid_input', `Upload-Metadata needs ${field}`, { fields: { [field]: 'This is needed' } });

/** @throws Refusal `unsupported_media` */
const familyOf = (purpose: UploadPurpose, filetype: string, filename: string): MediaFamily => {
  const family = mediaFamilyOf(mediaTypeOf(filetype, filename));
  if (family && familiesFor[purpose].includes(family)) return family;
  throw new Refusal('unsupported_media', `Files of this type are not accepted here. ${whatToChoose[purpose]}`);
};

/** @throws Refusal `invalid_input`, `unsupported_media`, `too_large` */
export const parseUploadRequest = (headers: {
  readonly metadata: string | undefined;
  readonly length: string | undefined;
}): UploadRequest => {
  const metadata = metadataIn(headers.metadata);
  const [filename, filetype] = [metadata.get('filename'), metadata.get('filetype')];
  if (!filename) throw missing('filename');
  if (!filetype) throw missing('filetype');
  for (const [field, value] of metadata) if (!isPlain(value)) throw unreadable(field.slice(0, 50));
  const purpose = UploadPurpose.safeParse(metadata.get('purpose'));
  if (!purpose.success) throw missing('purpose');
  const family = familyOf(purpose.data, filetype, filename);
  if (headers.length === '0') throw new Refusal('invalid_input', emptyFileText);
  if (!/^[1-9]\d{0,15}$/.test(headers.length ?? ''))
    throw new Refusal('invalid_input', 'Upload-Length must say how many bytes will come');
  const bytes = Number(headers.length);
  if (bytes > uploadLimits[family]) throw new Refusal('too_large', tooLargeText(family));
  return { purpose: purpose.data, filename: cutText(filename, filenameLength), filetype, bytes };
};
