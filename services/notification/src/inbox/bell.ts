import { type LiveBell, liveSubjects } from '@hearsay/contracts';
import type { LiveMessage } from '@hearsay/event-store';

/** Tells gateways that there is news for a person: at most one a batch, and nothing of what it is. */
export const bell = (accountId: string): LiveMessage => ({
  subject: liveSubjects.bell(accountId),
  data: { accountId } satisfies LiveBell,
  isLatestOnly: true,
});
