import { type ContentRef, contentKey } from '@hearsay/contracts';
import { uuidv8 } from '@hearsay/service-runtime';

/** Names the pair (reporter, content), of which one report can be open. */
export const reportPairOf = (reporterId: string, content: ContentRef): string =>
  uuidv8(`report|${reporterId}|${contentKey(content)}`);
