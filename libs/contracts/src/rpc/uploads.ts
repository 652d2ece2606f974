import * as z from 'zod/mini';
import { Id, Instant, integer } from '../primitives.js';
import { pictureKeys, UploadPurpose } from '../uploads.js';
import { command, query } from './rpc.js';

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

/** Opening the same upload again returns it unchanged. @throws `rate_limited` above the number of open uploads */
export const openUpload = command(
  'content',
  'open-upload',
  z.object({
    id: Id,
    purpose: UploadPurpose,
    filename: z.string().check(z.maxLength(500)),
    filetype: z.string().check(z.maxLength(200)),
    bytes: integer(1),
  }),
  z.object({ upload: UploadView }),
);

/** Null when it is unknown, foreign or expired. */
export const upload = query('content', 'upload', z.object({ id: Id }), z.object({ upload: z.nullable(UploadView) }));

/** Deletes it at once and its bytes soon after. @throws `conflict` for a used one */
export const closeUpload = command('content', 'close-upload', z.object({ id: Id }), z.object({}));

/** Consumes an upload without keeping its bytes. @throws `conflict` for a second use, except under the same key */
export const useUpload = command('content', 'use-upload', z.object({ id: Id }), z.object({}));

/** Deletes both sizes of a profile picture when its account is erased. A missing one is no error. */
export const removePicture = command(
  'content',
  'remove-picture',
  z.object({ key: z.string().check(z.regex(pictureKeys.pattern)) }),
  z.object({}),
  ['identity'],
);
