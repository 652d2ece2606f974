import { AccountErased } from '@hearsay/contracts';
import type { Reactor } from '@hearsay/event-store';
import { eraseWords } from './keep-words.decider.js';
import type { ReportQueries } from './report.queries.js';

/** Whoever has gone for good leaves no words here: neither reasons that they gave nor what they wrote under their name. */
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
