import * as z from 'zod/mini';
import { Id, Instant, integer } from '../primitives.js';
import { pictureKeyFormat, UploadPurpose } from '../uploads.js';
import { contractsOf } from './rpc.js';

const { command, query } = contractsOf('content');

export const UploadView = z.object({
  id: Id,
  key: z.string(),
  purpose: UploadPurpose,
  filename: z.string(),
  filetype: z.string(),
  bytes: integer(1),
  isUsed: z.boolean(),
  createdAt: Instant,
  expiresAt: Instant,
});
export type UploadView = z.infer<typeof UploadView>;

/** Opens an upload. A repeat returns the same upload. @throws `rate_limited` above the limit of open uploads */
export const openUpload = command(
  'open-upload',
  {
    id: Id,
    purpose: UploadPurpose,
    filename: z.string().check(z.maxLength(500)),
    filetype: z.string().check(z.maxLength(200)),
    bytes: integer(1),
  },
  { upload: UploadView },
);

/** Null if the upload is unknown, expired or of another person. */
export const upload = query('upload', { id: Id }, { upload: z.nullable(UploadView) });

/** Deletes an upload at once and its bytes soon after. @throws `conflict` for a used upload */
export const closeUpload = command('close-upload', { id: Id }, {});

/**
 * Marks an upload as used, without keeping its bytes. @throws `conflict` for a second use, except under the same key
 */
export const useUpload = command('use-upload', { id: Id }, {});

/** Deletes both sizes of a profile picture when its account is erased. Succeeds without a picture too. */
export const removePicture = command(
  'remove-picture',
  { key: z.string().check(z.regex(pictureKeyFormat.pattern)) },
  {},
  ['identity'],
);
