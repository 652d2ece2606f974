import type { EventDefinition } from '@hearsay/contracts';
import { type Projector, type StoredEvent, type UpsertedTable, upsertRows } from '@hearsay/event-store';

interface RowsOf<D extends EventDefinition> extends UpsertedTable {
  /** The row of an event, or false if the event changes nothing in this table. */
  rowOf(event: StoredEvent<D>): object | false;
}

type OfProjector<D extends EventDefinition> = Pick<Projector<D>, 'name' | 'source' | 'events' | 'applied'>;

export const upsertProjector = <D extends EventDefinition>({
  rows,
  ...projector
}: OfProjector<D> & { readonly rows: readonly RowsOf<D>[] }): Projector<D> => ({
  ...projector,
  kind: 'projector',
  tables: [...new Set(rows.map(({ table }) => table))],
  async apply(tx, events) {
    for (const each of rows)
      await upsertRows(
        tx,
        each,
        events.flatMap((event) => each.rowOf(event) || []),
      );
  },
});
