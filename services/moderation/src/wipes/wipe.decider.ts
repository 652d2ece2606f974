import { Refusal, type WipeCounts, WipeFinished, WipeStarted, WipeUndone } from '@hearsay/contracts';
import { type CommandDefinition, newEvent } from '@hearsay/event-store';
import { wipeAggregate } from './wipe.aggregates.js';
import { type WipeTask, wakeTasks } from './wipe-tasks.js';

/** How long a wipe can be undone: 72 hours. */
const undoableMs = 72 * 3_600_000;

const planOf = ({ wipeId }: { readonly wipeId: string }) => ({ aggregates: { [wipeAggregate.name]: [wipeId] } });
const envelopeOf = (wipeId: string, subjectId: string) => ({ aggregate: wipeAggregate, key: wipeId, routingId: subjectId });

export interface StartWipe {
  readonly wipeId: string;
  readonly subjectId: string;
  readonly ambassadorId: string;
  /** What there is to take away, without anonymous posts. */
  readonly counts: WipeCounts;
}

export interface StartedWipe {
  readonly wipeId: string;
  readonly counts: WipeCounts;
  readonly undoUntil: string;
}

/** What is to be done is a row in the same transaction: whoever looks at it does it, also after a kill. */
export const startWipe: CommandDefinition<StartWipe, StartedWipe, typeof WipeStarted> = {
  type: 'start-wipe',
  plan: planOf,
  decide({ wipeId, subjectId, ambassadorId, counts }, _view, { now }) {
    const undoUntil = new Date(Date.parse(now) + undoableMs).toISOString();
    const task: WipeTask = { wipeId, subjectId, kind: 'hide', dueAt: now };
    return {
      events: [newEvent(WipeStarted, { wipeId, subjectId, ambassadorId, undoUntil }, envelopeOf(wipeId, subjectId))],
      rows: { wipeTasks: [task], wipeCounts: [{ wipeId, counts }] },
      live: [wakeTasks(task)],
      result: { wipeId, counts, undoUntil },
    };
  },
};

export interface EndTask {
  readonly wipeId: string;
  readonly kind: WipeTask['kind'];
}

/** Everything is hidden, or shown again. A task that has been done by somebody else changes nothing. */
export const endTask: CommandDefinition<EndTask, void, typeof WipeFinished> = {
  type: 'end-wipe-task',
  plan: planOf,
  decide({ wipeId, kind }, view) {
    const wipe = view.state(wipeAggregate, wipeId);
    const isFinished = kind === 'hide' && wipe?.status === 'running';
    return {
      events: isFinished ? [newEvent(WipeFinished, { wipeId, subjectId: wipe.subjectId }, envelopeOf(wipeId, wipe.subjectId))] : [],
      rows: { endedTasks: [{ wipeId, kind }] },
      result: undefined,
    };
  },
};

export interface UndoWipe {
  readonly wipeId: string;
  readonly ambassadorId: string;
}

/** @throws Refusal `conflict` for what is undone already or lies more than 72 hours back; `not_found` */
export const undoWipe: CommandDefinition<UndoWipe, Record<string, never>, typeof WipeUndone> = {
  type: 'undo-wipe',
  plan: planOf,
  decide({ wipeId, ambassadorId }, view, { now }) {
    const wipe = view.state(wipeAggregate, wipeId);
    if (!wipe) throw new Refusal('not_found');
    if (wipe.status === 'undone') throw new Refusal('conflict', 'This has been undone already');
    if (Date.parse(now) > Date.parse(wipe.undoUntil)) throw new Refusal('conflict', 'This can no longer be undone');
    const { subjectId } = wipe;
    const task: WipeTask = { wipeId, subjectId, kind: 'show', dueAt: now };
    return {
      events: [newEvent(WipeUndone, { wipeId, subjectId, ambassadorId }, envelopeOf(wipeId, subjectId))],
      rows: { wipeTasks: [task] },
      live: [wakeTasks(task)],
      result: {},
    };
  },
};
