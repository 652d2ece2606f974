import { randomUUID } from 'node:crypto';
import { AccountErased, deadlineIn, Revealed } from '@hearsay/contracts';
import type { Reactor } from '@hearsay/event-store';
import type { RpcClient } from '@hearsay/messaging';
import { openedWords } from './locked-words.js';
import { eraseWords, keepOpenedWords } from './report.decider.js';
import type { ReportQueries } from './report.queries.js';

export const erasedAccountsReactor = (queries: ReportQueries): Reactor<typeof AccountErased> => ({
  kind: 'reactor',
  name: 'erased-accounts',
  source: 'identity',
  events: [AccountErased],
  async commands({ data }) {
    const reportIds = await queries.concerning(data.accountId);
    return reportIds.length === 0 ? [] : [{ definition: eraseWords, input: { reportIds } }];
  },
});

const askTimeoutMs = 10_000;

export const revealsReactor = (queries: ReportQueries, rpc: RpcClient): Reactor<typeof Revealed> => ({
  kind: 'reactor',
  name: 'reveals',
  source: 'content',
  events: [Revealed],
  async commands({ data, meta }) {
    const opened = await openedWords(data.questionId, queries, rpc, {
      correlationId: meta.correlationId ?? randomUUID(),
      deadline: deadlineIn(askTimeoutMs),
    });
    return opened.length === 0 ? [] : [{ definition: keepOpenedWords, input: { opened } }];
  },
});
