import { acceptedMedia, beginning, Refusal, UploadPurpose, uploadLimits } from '@hearsay/contracts';

/** The most characters of a filename that are kept. */
const filenameLength = 255;

type Kind = keyof typeof acceptedMedia;
const kindsFor: Readonly<Record<UploadPurpose, readonly Kind[]>> = { podcast: ['audio', 'video'], 'profile-image': ['image'] };

export interface UploadWish {
  readonly purpose: UploadPurpose;
  readonly filename: string;
  readonly filetype: string;
  readonly bytes: number;
}

/** The pairs of an Upload-Metadata header: `key base64, key base64` (tus 1.0, creation). */
const metadataIn = (header: string | undefined): ReadonlyMap<string, string> =>
  new Map(
    (header ?? '')
      .split(',')
      .map((pair) => pair.trim().split(' '))
      .filter(([key]) => key)
      .map(([key = '', value = '']) => [key, Buffer.from(value, 'base64').toString('utf8').trim()]),
  );

const missing = (field: string) =>
  new Refusal('invalid_input', `Upload-Metadata needs ${field}`, { fields: { [field]: 'This is needed' } });

const megabytes = (bytes: number) => `${bytes / 1024 / 1024} MB`;

/** Of which kind a filetype is for a purpose. @throws Refusal `unsupported_media` */
const kindOf = (purpose: UploadPurpose, filetype: string): Kind => {
  const bare = filetype.split(';')[0]!.trim().toLowerCase();
  const kind = kindsFor[purpose].find((some) => (acceptedMedia[some] as readonly string[]).includes(bare));
  if (!kind) throw new Refusal('unsupported_media', `Files of the type ${beginning(bare, 100) || '?'} are not accepted here`);
  return kind;
};

/**
 * What a creation asks for, by its headers.
 * @throws Refusal `invalid_input` where metadata or length are missing, `unsupported_media` for a type that is not accepted, `too_large` above the limit
 */
export const uploadWish = (headers: { readonly metadata: string | undefined; readonly length: string | undefined }): UploadWish => {
  const metadata = metadataIn(headers.metadata);
  const [filename, filetype] = [metadata.get('filename'), metadata.get('filetype')];
  if (!filename) throw missing('filename');
  if (!filetype) throw missing('filetype');
  const purpose = UploadPurpose.safeParse(metadata.get('purpose'));
  if (!purpose.success) throw missing('purpose');
  const kind = kindOf(purpose.data, filetype);
  if (!/^[1-9]\d{0,15}$/.test(headers.length ?? '')) throw new Refusal('invalid_input', 'Upload-Length must say how many bytes will come');
  const bytes = Number(headers.length);
  const most = uploadLimits[kind];
  if (bytes > most) throw new Refusal('too_large', `${kind} files have at most ${megabytes(most)}`);
  return { purpose: purpose.data, filename: beginning(filename, filenameLength), filetype, bytes };
};
