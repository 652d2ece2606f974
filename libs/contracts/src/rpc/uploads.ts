import * as z from 'zod/mini';
import { Id, Instant, integer } from '../primitives.js';
import { pictureKeys, UploadPurpose } from '../uploads.js';
import { command, query } from './rpc.js';

/** An upload of the caller's own. Its bytes lie in the media store under `key`; the gateway streams them there. */
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

/** Opening the same upload again answers it as it is. More than a person may have open at a time: `rate_limited`. */
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

/** Null: there is none of the caller's, or it has expired. */
export const upload = query('content', 'upload', z.object({ id: Id }), z.object({ upload: z.nullable(UploadView) }));

/** It is gone at once, its bytes soon after. A used one is refused as `conflict`. */
export const closeUpload = command('content', 'close-upload', z.object({ id: Id }), z.object({}));

/** Uses an upload up for something that keeps no bytes of it. A second time is refused as `conflict`, unless it comes under the same key. */
export const useUpload = command('content', 'use-upload', z.object({ id: Id }), z.object({}));

/** Takes both sizes of a profile picture out of the media store, when its account is erased. What is not there is no error. */
export const removePicture = command(
  'content',
  'remove-picture',
  z.object({ key: z.string().check(z.regex(pictureKeys.pattern)) }),
  z.object({}),
  ['identity'],
);
