import {
  type moderationRpc,
  Refusal,
  type RpcOutput,
  type WipeCounts,
  WipeFinished,
  WipeStarted,
  WipeUndone,
} from '@hearsay/contracts';
import {
  type AggregateDefinition,
  type CommandDefinition,
  type LiveMessage,
  newEvent,
  streamAggregate,
} from '@hearsay/event-store';
import { loadRunningWipes, type WipeTask } from './wipe.sql.js';

/** A message on this subject wakes the sweep of wipes. */
export const wipesWakeSubject = 'jobs.moderation.wipes';
const wakeWipeSweep: LiveMessage = { subject: wipesWakeSubject, data: {}, isLatestOnly: true };

export interface WipeState {
  readonly subjectId: string;
  /** ISO instant. */
  readonly undoUntil: string;
  readonly status: 'running' | 'done' | 'undone';
  readonly isEmpty: boolean;
}

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

/** The state is the id of the subject's running wipe, or null. */
export const runningWipeAggregate: AggregateDefinition<string | null, typeof WipeStarted> = {
  name: 'wipes-of',
  events: [WipeStarted],
  evolve: (_, { data }) => data.wipeId,
  load: loadRunningWipes,
};

const undoWithinMs = 72 * 3_600_000;

const planOf = ({ wipeId }: { readonly wipeId: string }) => ({ aggregates: { [wipeAggregate.name]: [wipeId] } });
const envelopeOf = (wipeId: string) => ({
  aggregate: wipeAggregate,
  key: wipeId,
});

export interface StartWipe {
  readonly wipeId: string;
  readonly subjectId: string;
  readonly ambassadorId: string;
  /** Anonymous posts are not counted. */
  readonly counts: WipeCounts;
  readonly hasInvitation?: boolean;
}

/**
 * Writes event and task in one transaction, so that a killed wipe can resume. @throws Refusal `conflict` with
 * the id of this person's running wipe
 */
export const startWipe: CommandDefinition<
  StartWipe,
  RpcOutput<typeof moderationRpc.startWipe>,
  typeof WipeStarted | typeof WipeFinished
> = {
  type: 'start-wipe',
  plan: ({ wipeId, subjectId }) => ({
    aggregates: { [wipeAggregate.name]: [wipeId], [runningWipeAggregate.name]: [subjectId] },
  }),
  decide({ wipeId, subjectId, ambassadorId, counts, hasInvitation = false }, view, { now }) {
    const running = view.state(runningWipeAggregate, subjectId);
    if (running !== null) throw new Refusal('conflict', 'Their content is being deleted already', { wipeId: running });
    const undoUntil = new Date(Date.parse(now) + undoWithinMs).toISOString();
    const isEmpty = !hasInvitation && Object.values(counts).every((count) => count === 0);
    const tasks: WipeTask[] = isEmpty ? [] : [{ wipeId, subjectId, kind: 'hide', dueAt: now }];
    const envelope = envelopeOf(wipeId);
    const touches = isEmpty ? [] : [{ aggregate: runningWipeAggregate, key: subjectId }];
    const started = { wipeId, subjectId, ambassadorId, undoUntil, ...(isEmpty && { isEmpty }) };
    return {
      events: [
        newEvent(WipeStarted, started, { ...envelope, touches }),
        ...(isEmpty ? [newEvent(WipeFinished, { wipeId, subjectId }, envelope)] : []),
      ],
      rows: { wipeTasks: tasks, wipeCounts: [{ wipeId, ...counts }] },
      live: isEmpty ? [] : [wakeWipeSweep],
      result: { wipeId, counts, undoUntil },
    };
  },
};

type EndTask = Pick<WipeTask, 'wipeId' | 'kind'>;

/** Deletes the task. Finishes the wipe after its hide task, unless an undo came first. */
export const endWipeTask: CommandDefinition<EndTask, void, typeof WipeFinished> = {
  type: 'end-wipe-task',
  plan: planOf,
  decide({ wipeId, kind }, view) {
    const wipe = view.state(wipeAggregate, wipeId);
    const isFinished = kind === 'hide' && wipe?.status === 'running';
    return {
      events: isFinished ? [newEvent(WipeFinished, { wipeId, subjectId: wipe.subjectId }, envelopeOf(wipeId))] : [],
      rows: { endedTasks: [{ wipeId, kind }] },
      result: undefined,
    };
  },
};

export type UndoWipe = Pick<StartWipe, 'wipeId' | 'ambassadorId'>;

/** @throws Refusal `conflict` if the wipe is already undone or older than 72 hours, `not_found` for an unknown wipe */
export const undoWipe: CommandDefinition<UndoWipe, Record<string, never>, typeof WipeUndone> = {
  type: 'undo-wipe',
  plan: planOf,
  decide({ wipeId, ambassadorId }, view, { now }) {
    const wipe = view.state(wipeAggregate, wipeId);
    if (!wipe) throw new Refusal('not_found');
    if (wipe.status === 'undone') throw new Refusal('conflict', 'This has been undone already');
    if (Date.parse(now) > Date.parse(wipe.undoUntil)) throw new Refusal('conflict', 'This can no longer be undone');
    const { subjectId, isEmpty } = wipe;
    const undone = { wipeId, subjectId, ambassadorId };
    const envelope = envelopeOf(wipeId);
    if (isEmpty) return { events: [newEvent(WipeUndone, { ...undone, isEmpty }, envelope)], result: {} };
    const task: WipeTask = { wipeId, subjectId, kind: 'show', dueAt: now };
    return {
      events: [newEvent(WipeUndone, undone, envelope)],
      rows: { wipeTasks: [task] },
      live: [wakeWipeSweep],
      result: {},
    };
  },
};
