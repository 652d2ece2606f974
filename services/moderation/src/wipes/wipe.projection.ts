import { WipeFinished, WipeStarted, WipeUndone } from '@hearsay/contracts';
import { eventsOf, type ReadModel } from '@hearsay/event-store';

/** Every wipe. What is still to be done of it, and what it took away, are rows beside the log. */
export const wipeRows: ReadModel<typeof WipeStarted | typeof WipeFinished | typeof WipeUndone> = {
  name: 'moderation.wipes',
  events: [WipeStarted, WipeFinished, WipeUndone],
  tables: ['wipes'],
  async apply(tx, events) {
    const started = eventsOf(events, WipeStarted);
    if (started.length > 0) {
      await tx.query(
        `insert into wipes (id, subject_id, started_at, undo_until, status)
         select *, 'running' from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::timestamptz[])`,
        [
          started.map(({ data }) => data.wipeId),
          started.map(({ data }) => data.subjectId),
          started.map(({ meta }) => meta.occurredAt),
          started.map(({ data }) => data.undoUntil),
        ],
      );
    }
    const statuses = new Map<string, 'done' | 'undone'>();
    for (const event of events) {
      if (event.type !== WipeStarted.type)
        statuses.set(event.data.wipeId, event.type === WipeFinished.type ? 'done' : 'undone');
    }
    if (statuses.size > 0) {
      await tx.query(
        'update wipes set status = next.status from unnest($1::uuid[], $2::text[]) as next (id, status) where wipes.id = next.id',
        [[...statuses.keys()], [...statuses.values()]],
      );
    }
  },
};
