import type { LiveMessage } from '@hearsay/event-store';

export interface WipeTask {
  readonly wipeId: string;
  readonly subjectId: string;
  readonly kind: 'hide' | 'show';
  /** ISO instant. */
  readonly dueAt: string;
}

/** Core NATS wake-up of the sweep that runs these tasks. */
export const wipesSubject = 'jobs.moderation.wipes';
export const wakeTasks: LiveMessage = { subject: wipesSubject, data: {}, isLatestOnly: true };
