import type { DueJob } from '@hearsay/service-runtime';

/** Core NATS wake-up for whoever does content's due work. */
export const dueSubject = 'jobs.content.due';

/** All posts of a person go, or come back. */
export const hidingJob = (removalId: string, isShown: boolean, dueAt: string): DueJob => ({
  id: `hiding-${removalId}-${isShown ? 'show' : 'hide'}`,
  dueAt,
});
export const isHidingJob = ({ id }: DueJob): string | null => /^hiding-([0-9a-f-]{36})-/.exec(id)?.[1] ?? null;
