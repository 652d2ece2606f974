import { type CallContext, contentKey, contentModerationRpc } from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import { previewWords } from './report.decider.js';
import type { ReportQueries } from './report.queries.js';
import type { OpenedWords } from './report.sql.js';

/** Content's limit of items per call. */
const itemsPerCall = 20;

/** Reported words that are no longer locked, also under a pending question. @throws Refusal `unavailable` */
export const openedWords = async (
  questionId: string,
  queries: Pick<ReportQueries, 'lockedUnder'>,
  rpc: RpcClient,
  { correlationId, deadline }: Pick<CallContext, 'correlationId' | 'deadline'>,
): Promise<OpenedWords[]> => {
  const locked = await queries.lockedUnder(questionId);
  const items = [
    ...new Map(locked.map(({ contentType, contentId }) => [contentId, { contentType, contentId }])).values(),
  ];
  const open = new Map<string, string>();
  for (let from = 0; from < items.length; from += itemsPerCall) {
    const some = { items: items.slice(from, from + itemsPerCall) };
    const asModeration = { correlationId, deadline, accountId: null };
    const { contents } = await rpc.call(contentModerationRpc.reportedContents, some, asModeration);
    for (const content of contents) if (!content.isLocked) open.set(contentKey(content), previewWords(content.preview));
  }
  return locked.flatMap((row) => {
    const words = open.get(contentKey(row));
    return words === undefined ? [] : [{ reportId: row.reportId, words }];
  });
};
