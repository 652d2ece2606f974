import { type Podcast, Success, type UserCard } from '@hearsay/contracts';
import { newIdempotencyKey, send } from '../api/api-client.ts';
import { keepPageWhile } from '../errors/kept-page.ts';
import { createStore } from '../store/store.ts';

/** The fields that players need. */
export type PlayedEpisode = Pick<Podcast, 'id' | 'title' | 'mediaUrl' | 'duration' | 'waveform' | 'playCount'> & {
  readonly creator: Pick<UserCard, 'username'>;
  /** A file of this browser, whose plays do not count. Its id is its URL. */
  readonly isUnpublished?: boolean;
};

export interface SoundState {
  readonly isPlayable: boolean;
  readonly isPlaying: boolean;
  readonly hasFailed: boolean;
  /** Position in seconds. */
  readonly seconds: number;
  /** In seconds. 0 while unknown. */
  readonly duration: number;
  readonly speed: number;
  readonly cards: number;
}

/** The last started episode, until it is stopped. */
export const started = createStore<EpisodeSound | null>(null);
let playingElement: HTMLMediaElement | null = null;
keepPageWhile(() => started.get() !== null || playingElement?.paused === false);

/** Channel to other tabs. Undefined before the first play. Null if forbidden, as in Firefox without cookies. */
let tabs: BroadcastChannel | null | undefined;

function otherTabs(): BroadcastChannel | null {
  if (tabs !== undefined) return tabs;
  try {
    tabs = new BroadcastChannel('turn');
    tabs.onmessage = () => playingElement?.pause();
  } catch {
    tabs = null;
  }
  return tabs;
}

/** Pauses every other sound and video, in this page and in other tabs. */
export function takeTurn(element: HTMLMediaElement): void {
  if (playingElement !== element) playingElement?.pause();
  playingElement = element;
  otherTabs()?.postMessage('begun');
}

/** @returns a function that reports a play once. The server counts one play per person and day. */
export function playReporter({ id, isUnpublished = false }: PlayedEpisode): () => void {
  let hasTold = isUnpublished;
  return () => {
    if (hasTold) return;
    hasTold = true;
    send(Success, `/api/podcasts/${id}/play`, { body: {}, idempotencyKey: newIdempotencyKey() }).catch(() => {
      hasTold = false;
    });
  };
}

const ACTIONS = ['play', 'pause', 'stop', 'seekbackward', 'seekforward', 'seekto'] as const;
/** Seconds that headset and lock screen buttons skip. */
const SKIP = 10;

/** Lets lock screens show and control the episode (W3C Media Session). Null ends this. */
function holdMediaSession(sound: EpisodeSound | null): void {
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
    seekbackward: ({ seekOffset }) => sound.seek(sound.state().seconds - (seekOffset ?? SKIP)),
    seekforward: ({ seekOffset }) => sound.seek(sound.state().seconds + (seekOffset ?? SKIP)),
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

function tellPosition({ seconds, duration, speed, isPlaying }: SoundState): void {
  const session = navigator.mediaSession;
  if (!session) return;
  session.playbackState = isPlaying ? 'playing' : 'paused';
  if (duration > 0)
    session.setPositionState?.({ duration, position: Math.min(seconds, duration), playbackRate: speed });
}

/** Seconds by which two measurements of a sound may differ. */
const DURATION_TOLERANCE = 0.25;

export const speeds = [0.75, 1, 1.25, 1.5, 2] as const;

/** An episode's sound in this page. It continues when its card is removed. */
export class EpisodeSound {
  readonly podcast: PlayedEpisode;
  readonly #audio: HTMLAudioElement;
  readonly #store: ReturnType<typeof createStore<SoundState>>;
  readonly state: () => SoundState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly #tellPlay: () => void;

  constructor(podcast: PlayedEpisode) {
    this.podcast = podcast;
    this.#tellPlay = playReporter(podcast);
    const duration = podcast.duration ?? 0;
    const begin = { isPlayable: false, isPlaying: false, hasFailed: false, seconds: 0, duration, speed: 1, cards: 0 };
    this.#store = createStore<SoundState>(begin);
    this.state = this.#store.get;
    this.subscribe = this.#store.subscribe;
    const audio = new Audio();
    this.#audio = audio;
    audio.preload = 'metadata';
    // Listens for metadata too, because browsers that save data load no more until the user plays.
    for (const event of ['loadedmetadata', 'canplay', 'durationchange']) {
      audio.addEventListener(event, () =>
        this.#set({ isPlayable: true, hasFailed: false, duration: this.#durationNow() }),
      );
    }
    audio.addEventListener('play', () => {
      takeTurn(audio);
      this.#set({ isPlaying: true });
    });
    audio.addEventListener('pause', () => this.#set({ isPlaying: false }));
    audio.addEventListener('timeupdate', () => this.#set({ seconds: audio.currentTime }));
    audio.addEventListener('ended', () => this.stop());
    audio.addEventListener('error', () => {
      console.warn('The sound of an episode could not be loaded', audio.error);
      this.#set({ isPlayable: false, isPlaying: false, hasFailed: true });
    });
    audio.src = podcast.mediaUrl;
  }

  /** Plays from the last position and stops every other episode. Reports the first play from the start. */
  async play(): Promise<void> {
    const before = started.get();
    if (before !== this) {
      before?.stop();
      started.set(this);
      holdMediaSession(this);
    }
    if (this.#audio.currentTime === 0) this.#tellPlay();
    try {
      await this.#audio.play();
    } catch {
      // The user paused before the start, or the browser forbids it. A load error fires `error` instead.
      this.#set({ isPlaying: !this.#audio.paused });
    }
  }

  pause(): void {
    this.#audio.pause();
  }

  toggle(): void {
    if (this.state().isPlaying) this.pause();
    else void this.play();
  }

  seek(seconds: number): void {
    const { duration } = this.state();
    const wanted = Math.max(0, duration > 0 ? Math.min(seconds, duration) : seconds);
    const reached = this.#reachable(wanted);
    this.#audio.currentTime = reached;
    this.#set({ seconds: reached });
  }

  setSpeed(speed: number): void {
    // Sets the default speed too, because a reloaded file starts with it.
    this.#audio.defaultPlaybackRate = speed;
    this.#audio.playbackRate = speed;
    this.#set({ speed });
  }

  readonly loadAgain = (): void => {
    const { hasFailed, seconds } = this.state();
    if (!hasFailed) return;
    this.#set({ hasFailed: false });
    this.#audio.addEventListener('loadedmetadata', () => seconds > 0 && this.seek(seconds), { once: true });
    this.#audio.load();
  };

  stop(): void {
    this.#audio.pause();
    this.#audio.currentTime = 0;
    this.#set({ isPlaying: false, seconds: 0 });
    if (started.get() === this) {
      started.set(null);
      holdMediaSession(null);
    }
    this.#releaseUnused();
  }

  /** Call it when a card mounts this player. @returns the cleanup */
  show(): () => void {
    this.#set({ cards: this.state().cards + 1 });
    return () => {
      this.#set({ cards: this.state().cards - 1 });
      this.#releaseUnused();
    };
  }

  /** Prefers the server's exact duration. Browsers guess it or count only the part that they have read. */
  #durationNow(): number {
    const { duration } = this.#audio;
    return this.podcast.duration ?? (Number.isFinite(duration) && duration > 0 ? duration : this.state().duration);
  }

  /** Limits a seek, because Firefox knows some recordings only as far as it has decoded them and would end there. */
  #reachable(seconds: number): number {
    const known = this.#audio.duration;
    const isBeyond = Number.isFinite(known) && seconds > known && known < this.state().duration - DURATION_TOLERANCE;
    return isBeyond ? Math.max(0, known - DURATION_TOLERANCE) : seconds;
  }

  #releaseUnused(): void {
    // Waits a moment, because a redrawn list removes its cards and adds them again at once.
    queueMicrotask(() => {
      if (this.state().cards > 0 || started.get() === this || sounds.get(this.podcast.id) !== this) return;
      sounds.delete(this.podcast.id);
      this.#audio.removeAttribute('src');
      this.#audio.load();
    });
  }

  #set(change: Partial<SoundState>): void {
    const state = { ...this.state(), ...change };
    if (started.get() === this) tellPosition(state);
    this.#store.set(state);
  }
}

const sounds = new Map<string, EpisodeSound>();

export function soundOf(podcast: PlayedEpisode): EpisodeSound {
  const sound = sounds.get(podcast.id) ?? new EpisodeSound(podcast);
  sounds.set(podcast.id, sound);
  return sound;
}
