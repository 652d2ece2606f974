import { WipeFinished, WipeStarted, WipeUndone } from '@hearsay/contracts';
import { type AggregateDefinition, streamAggregate } from '@hearsay/event-store';
import { loadRunningWipes } from './wipe.loads.js';

/** All that somebody has posted, taken away at once. */
export interface WipeState {
  readonly subjectId: string;
  /** ISO instant. */
  readonly undoUntil: string;
  readonly status: 'running' | 'done' | 'undone';
  readonly isEmpty: boolean;
}

/** Key: wipe id; null while there is no such wipe. */
export const wipeAggregate = streamAggregate<
  WipeState | null,
  typeof WipeStarted | typeof WipeFinished | typeof WipeUndone
>(
  'wipe',
  [WipeStarted, WipeFinished, WipeUndone],
  () => null,
  (wipe, event) => {
    if (event.type === WipeStarted.type) {
      const { subjectId, undoUntil, isEmpty = false } = event.data;
      return { subjectId, undoUntil, status: 'running', isEmpty };
    }
    return wipe && { ...wipe, status: event.type === WipeFinished.type ? 'done' : 'undone' };
  },
);

/** Key: the person whose content it is; the id of the wipe that runs, null while none does. */
export const runningWipeAggregate: AggregateDefinition<string | null, typeof WipeStarted> = {
  name: 'wipes-of',
  events: [WipeStarted],
  evolve: (_, { data }) => data.wipeId,
  load: loadRunningWipes,
};
