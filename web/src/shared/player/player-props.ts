import type { Podcast } from '@hearsay/contracts';

export interface PlayerProps {
  readonly podcast: Podcast;
  /** Username of the reposter, because an episode and its reposts may be on one page. */
  readonly repostedBy?: string;
}
