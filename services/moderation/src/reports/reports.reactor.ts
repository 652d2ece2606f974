import { randomUUID } from 'node:crypto';
import { AccountErased, deadlineIn, Revealed } from '@hearsay/contracts';
import type { Reactor } from '@hearsay/event-store';
import type { RpcClient } from '@hearsay/messaging';
import { readOpenedPreviews } from './locked-words.js';
import { eraseReportTexts, replaceOpenedPreviews } from './report.decider.js';
import type { ReportQueries } from './report.queries.js';

export const erasedAccountsReactor = (queries: ReportQueries): Reactor<typeof AccountErased> => ({
  kind: 'reactor',
  name: 'erased-accounts',
  source: 'identity',
  events: [AccountErased],
  async commands({ data }) {
    const reportIds = await queries.reportIdsAbout(data.accountId);
    return reportIds.length === 0 ? [] : [{ definition: eraseReportTexts, input: { reportIds } }];
  },
});

const callTimeoutMs = 10_000;

export const revealsReactor = (queries: ReportQueries, rpc: RpcClient): Reactor<typeof Revealed> => ({
  kind: 'reactor',
  name: 'reveals',
  source: 'content',
  events: [Revealed],
  async commands({ data, meta }) {
    const opened = await readOpenedPreviews(data.questionId, queries, rpc, {
      correlationId: meta.correlationId ?? randomUUID(),
      deadline: deadlineIn(callTimeoutMs),
    });
    return opened.length === 0 ? [] : [{ definition: replaceOpenedPreviews, input: { opened } }];
  },
});
