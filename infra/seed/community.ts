import { askedOfPeople } from './stories/asked-of-people.ts';
import { confessions } from './stories/confessions.ts';
import { everyday } from './stories/everyday.ts';
import { hearts } from './stories/hearts.ts';
import { lateNight } from './stories/late-night.ts';
import { longArguments } from './stories/long-arguments.ts';
import { podcasts } from './stories/podcasts.ts';
import type { Story } from './stories/story.ts';
import { unwelcome } from './stories/unwelcome.ts';
import { work } from './stories/work.ts';

/** Every question of the seeded community. */
export const stories: readonly Story[] = [
  ...lateNight,
  ...longArguments,
  ...confessions,
  ...podcasts,
  ...everyday,
  ...work,
  ...hearts,
  ...unwelcome,
  ...askedOfPeople,
];
