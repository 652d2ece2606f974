const ACTIONS = ['play', 'pause', 'stop', 'seekbackward', 'seekforward', 'seekto'] as const;
/** Seconds of one skip by the buttons of the player, headsets and lock screens. */
export const SKIP_SECONDS = 15;

interface Controlled {
  readonly podcast: { readonly title: string; readonly creator: { readonly username: string } };
  readonly play: () => Promise<unknown>;
  readonly pause: () => void;
  readonly stop: () => void;
  readonly skip: (seconds: number) => void;
  readonly seek: (seconds: number) => void;
}

interface Position {
  readonly seconds: number;
  readonly duration: number;
  readonly speed: number;
  readonly isPlaying: boolean;
}

/** Lets lock screens show and control the episode (W3C Media Session). Null ends this. */
export function setMediaSession(sound: Controlled | null): void {
  const session = navigator.mediaSession;
  if (!session) return;
  session.metadata =
    sound && typeof MediaMetadata !== 'undefined'
      ? new MediaMetadata({ title: sound.podcast.title, artist: sound.podcast.creator.username })
      : null;
  if (!sound) session.playbackState = 'none';
  const handlers: Record<(typeof ACTIONS)[number], MediaSessionActionHandler> | null = sound && {
    play: () => void sound.play(),
    pause: () => sound.pause(),
    stop: () => sound.stop(),
    seekbackward: ({ seekOffset }) => sound.skip(-(seekOffset ?? SKIP_SECONDS)),
    seekforward: ({ seekOffset }) => sound.skip(seekOffset ?? SKIP_SECONDS),
    seekto: ({ seekTime }) => seekTime !== undefined && sound.seek(seekTime),
  };
  for (const action of ACTIONS) {
    try {
      session.setActionHandler(action, handlers?.[action] ?? null);
    } catch {
      // This browser lacks the action.
    }
  }
}

export function setMediaPosition({ seconds, duration, speed, isPlaying }: Position): void {
  const session = navigator.mediaSession;
  if (!session) return;
  session.playbackState = isPlaying ? 'playing' : 'paused';
  if (duration > 0)
    session.setPositionState?.({ duration, position: Math.min(seconds, duration), playbackRate: speed });
}
