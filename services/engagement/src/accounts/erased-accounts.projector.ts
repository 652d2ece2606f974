import { AccountErased } from '@hearsay/contracts';
import type { Projector } from '@hearsay/event-store';

export const erasedAccountsProjector: Projector<typeof AccountErased> = {
  kind: 'projector',
  name: 'erased-accounts',
  source: 'identity',
  events: [AccountErased],
  tables: [],
  async apply(tx, events) {
    await tx.query('delete from texts where id in (select text_id from reposts where reposter_id = any($1))', [
      events.map(({ data }) => data.accountId),
    ]);
  },
};
