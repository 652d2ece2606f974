import { useCallback, useEffect, useRef, useState } from 'react';
import { frameTexts } from '../texts/frame.ts';
import { podcastTexts } from '../texts/podcasts.ts';
import { TextButton } from '../ui/button.tsx';
import type { PlayerProps } from './audio-player.tsx';
import { playReporter, takeTurn } from './episode-sound.ts';

/** True for an error, and for a video without width, of which the browser can play only the sound. */
const cannotShow = (video: HTMLVideoElement): boolean =>
  Boolean(video.error) || (video.readyState >= HTMLMediaElement.HAVE_METADATA && video.videoWidth === 0);

export function VideoPlayer({ podcast, repostedBy }: PlayerProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const [tellPlay] = useState(() => playReporter(podcast));
  const loadAgain = useCallback(() => {
    setHasFailed(false);
    video.current?.load();
  }, []);
  // Checks once, because the element loads from its creation and may fail before React adds handlers.
  useEffect(() => setHasFailed(video.current !== null && cannotShow(video.current)), []);
  useEffect(() => {
    if (!hasFailed) return;
    window.addEventListener('online', loadAgain);
    return () => window.removeEventListener('online', loadAgain);
  }, [hasFailed, loadAgain]);
  return (
    <div>
      {/* biome-ignore lint/a11y/useMediaCaption: people upload their episodes without captions. */}
      <video
        ref={video}
        controls
        playsInline
        preload="metadata"
        src={podcast.mediaUrl}
        aria-label={podcastTexts.videoOf(podcast.title, repostedBy)}
        className="aspect-video w-full rounded-control bg-black"
        onPlay={({ currentTarget }) => {
          takeTurn(currentTarget);
          if (currentTarget.currentTime === 0) tellPlay();
        }}
        onLoadedMetadata={({ currentTarget }) => setHasFailed(cannotShow(currentTarget))}
        onError={() => setHasFailed(true)}
        onEnded={({ currentTarget }) => {
          currentTarget.currentTime = 0;
        }}
      />
      <div role="status" className="text-[0.8125rem] text-soft">
        {hasFailed && (
          <p className="flex min-h-11 flex-wrap items-center gap-x-3 pt-1">
            <span>{podcastTexts.videoFailed}</span>
            <TextButton onClick={loadAgain}>{frameTexts.tryAgain}</TextButton>
          </p>
        )}
      </div>
    </div>
  );
}
