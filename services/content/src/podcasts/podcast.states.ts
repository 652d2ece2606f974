import type { PodcastMediaType } from '@hearsay/contracts';

/** What decisions about an episode need. */
export interface Podcast {
  readonly ownerId: string;
  readonly mediaType: PodcastMediaType;
  readonly titleTextId: string;
  readonly descriptionTextId: string | null;
  /** The removal that took it away; null = it is there. */
  readonly removalId: string | null;
  /** How often it was removed and brought back. */
  readonly removalRevision: number;
  /** Its bytes are gone for good: nothing brings it back. */
  readonly isErased: boolean;
}
