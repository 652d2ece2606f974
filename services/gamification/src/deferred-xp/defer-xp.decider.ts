import type { CommandDefinition, LiveMessage } from '@hearsay/event-store';
import type { WaitingRow } from './deferral.js';

/** Core NATS wake-up for whoever runs pools. */
export const poolSubject = 'jobs.gamification.pools';
export interface PoolDue {
  /** ISO instant. */
  readonly dueAt: string;
}
export const wakePools = (dueAt: string): LiveMessage => ({ subject: poolSubject, data: { dueAt } satisfies PoolDue, isLatestOnly: true });

export interface DeferXp {
  /** Of this one act, so that a repeated fact changes nothing. */
  readonly claim: string;
  readonly waiting: WaitingRow;
}

/** Keeps what an anonymous act earns or loses until the next pool. The log learns nothing: a fact at this moment would tell. */
export const deferXp: CommandDefinition<DeferXp, void> = {
  type: 'defer-xp',
  plan: ({ claim }) => ({ aggregates: {}, claims: [claim] }),
  decide: ({ claim, waiting }, view) =>
    view.holds(claim)
      ? { events: [], rows: { waiting: [waiting] }, live: [wakePools(waiting.dueAt)], result: undefined }
      : { events: [], result: undefined },
};
