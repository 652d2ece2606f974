import type { Podcast, PodcastView } from '@hearsay/contracts';
import { type Cards, type Counts, countOf, podcastRef } from './cards-and-counts.js';

/** An episode as its viewer may see it; null where nobody knows its author (any more). */
export const presentPodcast = (view: PodcastView, cards: Cards, counts: Counts): Podcast | null => {
  const creator = cards.get(view.authorId);
  if (!creator) return null;
  const { boostCount, repostCount } = countOf(counts, podcastRef(view.id));
  return {
    kind: 'podcast',
    id: view.id,
    title: view.title,
    description: view.description,
    creatorId: view.authorId,
    creator,
    creatorUsername: creator.username,
    mediaUrl: `/api/media/${view.mediaKey}`,
    mediaType: view.mediaType,
    duration: view.duration,
    waveform: view.waveform,
    boostCount,
    commentCount: 0,
    repostCount,
    repostData: null,
    playCount: view.playCount,
    isMine: view.isMine,
    isEdited: view.isEdited,
    createdAt: view.createdAt,
  };
};
