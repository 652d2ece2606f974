import { WipeFinished, WipeStarted, WipeUndone } from '@hearsay/contracts';
import { eventsOf, insertRows, newestBy, type ReadModel, updateRows } from '@hearsay/event-store';

export const wipeRows: ReadModel<typeof WipeStarted | typeof WipeFinished | typeof WipeUndone> = {
  name: 'moderation.wipes',
  events: [WipeStarted, WipeFinished, WipeUndone],
  tables: ['wipes'],
  async apply(tx, events) {
    const started = eventsOf(events, WipeStarted).map(({ data: { wipeId, subjectId, undoUntil }, meta }) => ({
      id: wipeId,
      subjectId,
      startedAt: meta.occurredAt,
      undoUntil,
      status: 'running',
    }));
    await insertRows(tx, 'wipes', started);
    const ended = eventsOf(events, WipeFinished, WipeUndone).map(({ type, data }) => ({
      id: data.wipeId,
      status: type === WipeFinished.type ? 'done' : 'undone',
    }));
    await updateRows(
      tx,
      'wipes',
      'id',
      newestBy(ended, ({ id }) => id),
    );
  },
};
