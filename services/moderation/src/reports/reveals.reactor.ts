import { randomUUID } from 'node:crypto';
import { deadlineIn, Revealed } from '@hearsay/contracts';
import type { Reactor } from '@hearsay/event-store';
import { keepOpenedWords } from './keep-words.decider.js';
import type { LockedWords } from './locked-words.js';

/** How long content may take to answer; then the event is tried again. */
const askTimeoutMs = 10_000;

/** Once everybody may read a question's words, reports of them show them too. */
export const revealsReactor = (locked: LockedWords): Reactor<typeof Revealed> => ({
  kind: 'reactor',
  name: 'reveals',
  source: 'content',
  events: [Revealed],
  async commands({ data, meta }) {
    const opened = await locked.openedUnder(data.questionId, {
      correlationId: meta.correlationId ?? randomUUID(),
      deadline: deadlineIn(askTimeoutMs),
    });
    return opened.length === 0 ? [] : [{ definition: keepOpenedWords, input: { opened } }];
  },
});
