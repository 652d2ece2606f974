import type { Podcast } from '@hearsay/contracts';
import { useRef } from 'react';
import { podcastTexts } from '../texts/podcasts.ts';
import { reportPlay } from './report-play.ts';
import { takeTurn } from './turn.ts';

/** A video episode in the browser's own player. */
export function VideoPlayer({ podcast }: { podcast: Podcast }) {
  const hasToldPlay = useRef(false);
  const tellPlay = () => {
    if (hasToldPlay.current) return;
    hasToldPlay.current = true;
    reportPlay(podcast.id).catch(() => {
      hasToldPlay.current = false;
    });
  };
  return (
    // biome-ignore lint/a11y/useMediaCaption: people upload their episodes without captions.
    <video
      controls
      playsInline
      preload="metadata"
      src={podcast.mediaUrl}
      aria-label={podcastTexts.videoOf(podcast.title)}
      className="aspect-video w-full rounded-control bg-black"
      onPlay={({ currentTarget }) => {
        takeTurn(currentTarget);
        if (currentTarget.currentTime === 0) tellPlay();
      }}
      onEnded={({ currentTarget }) => {
        currentTarget.currentTime = 0;
      }}
    />
  );
}
