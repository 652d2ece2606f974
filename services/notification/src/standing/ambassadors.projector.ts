import { RoleGranted, RoleRevoked } from '@hearsay/contracts';
import type { Projector } from '@hearsay/event-store';

/** Recipients of reports. A person's role events are on one stream, so the last one counts. */
export const ambassadorsProjector: Projector<typeof RoleGranted | typeof RoleRevoked> = {
  kind: 'projector',
  name: 'ambassadors',
  source: 'identity',
  events: [RoleGranted, RoleRevoked],
  tables: ['ambassadors'],
  async apply(tx, events) {
    const last = new Map<string, boolean>();
    for (const { type, data } of events)
      if (data.role === 'ambassador') last.set(data.accountId, type === RoleGranted.type);
    const of = (isGranted: boolean) =>
      [...last].filter(([, granted]) => granted === isGranted).map(([accountId]) => accountId);
    await tx.query('delete from ambassadors where account_id = any($1)', [of(false)]);
    await tx.query('insert into ambassadors (account_id) select unnest($1::uuid[]) on conflict do nothing', [of(true)]);
  },
};
