import type { CommandDefinition, LiveMessage } from '@hearsay/event-store';
import type { DueJob } from '@hearsay/service-runtime';
import type { AnonymousPost, WaitingRow } from './deferral.js';

/** Core NATS wake-up for whoever runs pools. */
export const poolSubject = 'jobs.gamification.pools';
/** What a pool's job is called, by the pool's instant. */
export const poolJob = (dueAt: string): DueJob => ({ id: `pool-${Date.parse(dueAt)}`, dueAt });
export const wakePools = (dueAt: string): LiveMessage => ({
  subject: poolSubject,
  data: poolJob(dueAt),
  isLatestOnly: true,
});

export interface DeferXp {
  /** Of this one act, so that a repeated fact changes nothing. */
  readonly claim: string;
  readonly waiting: WaitingRow;
  /** What the post is noted as when it earns, and when the claim is somebody's already. */
  readonly post?: { readonly earning: AnonymousPost; readonly worthless: AnonymousPost };
}

/** Keeps what an anonymous act earns or loses until the next pool. The log learns nothing: a fact at this moment would tell. */
export const deferXp: CommandDefinition<DeferXp, void> = {
  type: 'defer-xp',
  plan: ({ claim }) => ({ aggregates: {}, claims: [claim] }),
  decide({ claim, waiting, post }, view) {
    if (!view.holds(claim))
      return { events: [], rows: { waiting: [], anonymousPosts: post ? [post.worthless] : [] }, result: undefined };
    return {
      events: [],
      rows: { waiting: [waiting], anonymousPosts: post ? [post.earning] : [] },
      live: [wakePools(waiting.dueAt)],
      result: undefined,
    };
  },
};
