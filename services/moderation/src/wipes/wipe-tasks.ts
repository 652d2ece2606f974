import type { LiveMessage } from '@hearsay/event-store';
import type { DueJob } from '@hearsay/service-runtime';

/** What has to be done of a wipe: hide all, or show again what it hid. */
export interface WipeTask {
  readonly wipeId: string;
  readonly subjectId: string;
  readonly kind: 'hide' | 'show';
  /** ISO instant. */
  readonly dueAt: string;
}

/** Core NATS wake-up for whoever runs these tasks. */
export const wipesSubject = 'jobs.moderation.wipes';

const idLength = 36;
export const jobOfTask = ({ wipeId, kind, dueAt }: WipeTask): DueJob => ({ id: `${kind}-${wipeId}`, dueAt });
export const wipeOfJob = ({ id }: DueJob): string => id.slice(-idLength);
export const wakeTasks = (task: WipeTask): LiveMessage => ({ subject: wipesSubject, data: jobOfTask(task) });
