import type { Podcast } from '@hearsay/contracts';

export interface PlayerProps {
  readonly podcast: Podcast;
  /** The username of a reposter: an episode and its reposts may stand on one page. */
  readonly repostedBy?: string;
}
