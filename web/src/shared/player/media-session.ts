import type { Sound, SoundState } from './sound.ts';

const ACTIONS = ['play', 'pause', 'stop', 'seekbackward', 'seekforward', 'seekto'] as const;
/** Seconds that the buttons of a headset or a lock screen skip. */
const SKIP = 10;

/** Shows the episode on lock screens and lets their buttons act on it (W3C Media Session). Browsers know different actions. */
export function holdMediaSession(sound: Sound): void {
  const session = navigator.mediaSession;
  if (!session) return;
  const { title, creator } = sound.podcast;
  if (typeof MediaMetadata !== 'undefined') session.metadata = new MediaMetadata({ title, artist: creator.username });
  const handlers: Record<(typeof ACTIONS)[number], MediaSessionActionHandler> = {
    play: () => void sound.play(),
    pause: () => sound.pause(),
    stop: () => sound.stop(),
    seekbackward: ({ seekOffset }) => sound.seek(sound.state().seconds - (seekOffset ?? SKIP)),
    seekforward: ({ seekOffset }) => sound.seek(sound.state().seconds + (seekOffset ?? SKIP)),
    seekto: ({ seekTime }) => seekTime !== undefined && sound.seek(seekTime),
  };
  for (const action of ACTIONS) setHandler(session, action, handlers[action]);
}

export function releaseMediaSession(): void {
  const session = navigator.mediaSession;
  if (!session) return;
  session.metadata = null;
  session.playbackState = 'none';
  for (const action of ACTIONS) setHandler(session, action, null);
}

/** Tells where the episode is, so that a lock screen can draw it. */
export function tellPosition({ seconds, duration, speed, isPlaying }: SoundState): void {
  const session = navigator.mediaSession;
  if (!session) return;
  session.playbackState = isPlaying ? 'playing' : 'paused';
  if (duration > 0)
    session.setPositionState?.({ duration, position: Math.min(seconds, duration), playbackRate: speed });
}

function setHandler(
  session: MediaSession,
  action: MediaSessionAction,
  handler: MediaSessionActionHandler | null,
): void {
  try {
    session.setActionHandler(action, handler);
  } catch {
    // This browser does not know the action.
  }
}
