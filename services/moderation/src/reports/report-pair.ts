import { hash } from 'node:crypto';
import { type ContentRef, contentKey } from '@hearsay/contracts';

/** Names the pair (reporter, content), of which one report can be open: a UUID of version 8 (RFC 9562) over SHA-256. */
export const reportPairOf = (reporterId: string, content: ContentRef): string => {
  const digest = hash('sha256', `report|${reporterId}|${contentKey(content)}`, 'buffer');
  digest[6] = (digest[6]! & 0x0f) | 0x80;
  digest[8] = (digest[8]! & 0x3f) | 0x80;
  const hex = digest.toString('hex', 0, 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};
