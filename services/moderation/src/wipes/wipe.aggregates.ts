import { WipeFinished, WipeStarted, WipeUndone } from '@hearsay/contracts';
import { streamAggregate } from '@hearsay/event-store';

/** All that somebody has posted, taken away at once. */
export interface WipeState {
  readonly subjectId: string;
  /** ISO instant. */
  readonly undoUntil: string;
  readonly status: 'running' | 'done' | 'undone';
}

/** Key: wipe id; null while there is no such wipe. */
export const wipeAggregate = streamAggregate<WipeState | null, typeof WipeStarted | typeof WipeFinished | typeof WipeUndone>(
  'wipe',
  [WipeStarted, WipeFinished, WipeUndone],
  () => null,
  (wipe, event) => {
    if (event.type === WipeStarted.type) {
      const { subjectId, undoUntil } = event.data;
      return { subjectId, undoUntil, status: 'running' };
    }
    return wipe && { ...wipe, status: event.type === WipeFinished.type ? 'done' : 'undone' };
  },
);
