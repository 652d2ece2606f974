import clsx from 'clsx';
import { podcastTexts } from '../texts/podcasts.ts';
import type { EpisodeSound, SoundState } from './episode-sound.ts';

export const PlayIcon = ({ size, isPlaying = false }: { size: number; isPlaying?: boolean }) => (
  <svg aria-hidden="true" width={size} height={size} viewBox="0 0 24 24" fill="currentColor">
    <path d={isPlaying ? 'M6 4.500h4v15H6zM14 4.500h4v15h-4z' : 'M7.500 4.200v15.600L20 12z'} />
  </svg>
);

interface PlayButtonProps {
  readonly sound: EpisodeSound;
  readonly state: SoundState;
  readonly className: string;
}

export function PlayButton({ sound, state: { isPlaying, isPlayable, hasFailed }, className }: PlayButtonProps) {
  return (
    <button
      type="button"
      disabled={!isPlayable}
      data-waiting={!isPlayable && !hasFailed ? true : undefined}
      aria-label={isPlaying ? podcastTexts.pause : podcastTexts.play}
      onClick={() => sound.toggle()}
      className={clsx(
        'grid flex-none place-items-center rounded-control bg-air text-air-ink disabled:border disabled:border-line disabled:bg-raised disabled:text-faint data-waiting:animate-pulse',
        className,
      )}
    >
      <PlayIcon size={22} isPlaying={isPlaying} />
    </button>
  );
}
