import { AccountErased, MuteChanged } from '@hearsay/contracts';
import { eventsOf, insertRows, newestBy, type ReadModel, rowsDeleter } from '@hearsay/event-store';
import { muteKey } from './mute.decider.js';

const deleteMutes = rowsDeleter('mutes', 'account_id', 'kind', 'muted_id');

export const muteRows: ReadModel<typeof MuteChanged | typeof AccountErased> = {
  name: 'identity.mutes',
  events: [MuteChanged, AccountErased],
  tables: ['mutes'],
  async apply(tx, events) {
    const newest = newestBy(eventsOf(events, MuteChanged), ({ data }) => muteKey(data));
    const rows = newest.map(({ data: { isOn: _, ...mute }, meta }) => ({ ...mute, mutedAt: meta.occurredAt }));
    await deleteMutes(tx, rows);
    await insertRows(
      tx,
      'mutes',
      rows.filter((_row, index) => newest[index]!.data.isOn),
    );
    const erased = eventsOf(events, AccountErased).map(({ data }) => data.accountId);
    if (erased.length > 0)
      await tx.query('delete from mutes where account_id = any($1) or muted_id = any($1)', [erased]);
  },
};
