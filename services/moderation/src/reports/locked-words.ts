import { type CallContext, contentKey, contentModerationRpc } from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import { previewAsText } from './report.decider.js';
import type { ReportQueries } from './report.queries.js';
import type { OpenedPreview } from './report.sql.js';

/** The limit of items in one call of content's `reported-contents`. */
const maxItemsPerCall = 20;

/** Reads the words of locked reports under a question if they are open now. @throws Refusal `unavailable` */
export const readOpenedPreviews = async (
  questionId: string,
  queries: Pick<ReportQueries, 'lockedReportsUnder'>,
  rpc: RpcClient,
  { correlationId, deadline }: Pick<CallContext, 'correlationId' | 'deadline'>,
): Promise<OpenedPreview[]> => {
  const locked = await queries.lockedReportsUnder(questionId);
  const items = [
    ...new Map(locked.map(({ contentType, contentId }) => [contentId, { contentType, contentId }])).values(),
  ];
  const open = new Map<string, string>();
  for (let from = 0; from < items.length; from += maxItemsPerCall) {
    const some = { items: items.slice(from, from + maxItemsPerCall) };
    const asModeration = { correlationId, deadline, accountId: null };
    const { contents } = await rpc.call(contentModerationRpc.reportedContents, some, asModeration);
    for (const content of contents)
      if (!content.isLocked) open.set(contentKey(content), previewAsText(content.preview));
  }
  return locked.flatMap((row) => {
    const words = open.get(contentKey(row));
    return words === undefined ? [] : [{ reportId: row.reportId, words }];
  });
};
