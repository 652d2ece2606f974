import { type LiveBell, liveSubjects } from '@hearsay/contracts';
import type { LiveMessage } from '@hearsay/event-store';
import type { Recipient } from './inbox-keys.js';

/** Tells gateways that there is news for a person: at most one a batch, and nothing of what it is. */
export const bellOf = ({ personId: accountId, isErased }: Pick<Recipient, 'personId' | 'isErased'>): LiveMessage[] =>
  isErased
    ? []
    : [{ subject: liveSubjects.bell(accountId), data: { accountId } satisfies LiveBell, isLatestOnly: true }];
