import { type CallContext, contentKey, contentModerationRpc } from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import { previewWords } from './report.decider.js';
import type { ReportQueries } from './report.queries.js';
import type { OpenedWords } from './report.sql.js';

/** Content's limit per question. */
const itemsPerQuestion = 20;

export class LockedWords {
  constructor(
    private readonly queries: ReportQueries,
    private readonly rpc: RpcClient,
  ) {}

  /** Also for a pending question. @throws Refusal `unavailable` */
  async openedUnder(
    questionId: string,
    context: Pick<CallContext, 'correlationId' | 'deadline'>,
  ): Promise<OpenedWords[]> {
    const locked = await this.queries.lockedUnder(questionId);
    const items = [
      ...new Map(locked.map(({ contentType, contentId }) => [contentId, { contentType, contentId }])).values(),
    ];
    const open = new Map<string, string>();
    for (let from = 0; from < items.length; from += itemsPerQuestion) {
      const some = items.slice(from, from + itemsPerQuestion);
      const asModeration = { correlationId: context.correlationId, deadline: context.deadline, accountId: null };
      const { contents } = await this.rpc.call(contentModerationRpc.reportedContents, { items: some }, asModeration);
      for (const content of contents)
        if (!content.isLocked) open.set(contentKey(content), previewWords(content.preview));
    }
    return locked.flatMap((row) => {
      const words = open.get(contentKey(row));
      return words === undefined ? [] : [{ reportId: row.reportId, words }];
    });
  }
}
