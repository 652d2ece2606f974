import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { FileStore } from './file-store.js';
import type { MediaStore } from './media-store.js';
import { S3Store } from './s3-store.js';

const isFileUrl = (url: URL): boolean => url.protocol === 'file:' && url.host === '' && isAbsolute(fileURLToPath(url));
const isS3Url = (url: URL): boolean =>
  url.protocol === 's3:' &&
  url.hostname !== '' &&
  url.username !== '' &&
  url.password !== '' &&
  url.hash === '' &&
  [url.username, url.password].every((part) => !/%(?![0-9a-f]{2})/i.test(part)) &&
  /^\/[a-z0-9.-]{3,63}\/?$/.test(url.pathname);

const isMediaUrl = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return isFileUrl(url) || isS3Url(url);
};

export const mediaSettings = {
  MEDIA_URL: z
    .string()
    .refine(
      isMediaUrl,
      'must be file:///FOLDER or s3://KEY:SECRET@HOST:PORT/BUCKET; a bucket has 3 to 63 of a-z, 0-9, . and -, and no folder; write / as %2F, # as %23 and % as %25 in key and secret',
    )
    .describe(
      'Where media lie: `file:///FOLDER`, or `s3://KEY:SECRET@HOST:PORT/BUCKET`, with `?tls=off` where the store has no TLS and `?region=NAME`.',
    ),
} as const;

export const openMediaStore = (text: string): MediaStore => {
  if (!isMediaUrl(text)) throw new Error('This is no URL of a media store');
  const url = new URL(text);
  if (url.protocol === 'file:') return new FileStore(fileURLToPath(url));
  const hasTls = url.searchParams.get('tls') !== 'off';
  return new S3Store(
    {
      endPoint: url.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: url.port === '' ? (hasTls ? 443 : 80) : Number(url.port),
      useSSL: hasTls,
      accessKey: decodeURIComponent(url.username),
      secretKey: decodeURIComponent(url.password),
      region: url.searchParams.get('region') ?? 'us-east-1',
    },
    url.pathname.replaceAll('/', ''),
  );
};
