import { type Podcast, Success, type UserCard } from '@hearsay/contracts';
import { newIdempotencyKey, send } from '../api/api-client.ts';
import { beforeDraftsAreDeleted } from '../drafts/drafts.ts';
import { blockReloadWhile } from '../errors/block-reload.ts';
import { createStore } from '../store/store.ts';
import { storedNumbers } from '../store/stored-numbers.ts';
import { podcastTexts } from '../texts/podcasts.ts';
import { setMediaPosition, setMediaSession } from './media-session.ts';
import { pauseOtherMedia } from './pause-other-media.ts';

/** The fields that players need. */
export type PlayableEpisode = Pick<
  Podcast,
  'id' | 'title' | 'mediaType' | 'mediaUrl' | 'duration' | 'waveform' | 'playCount'
> & {
  readonly creator: Pick<UserCard, 'username'>;
  /** True for a local file. Its plays do not count, and its id is its URL. */
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
  readonly cards: readonly unknown[];
  /** Element that shows the picture of a video. */
  readonly place: Element | null;
}

/** The episode that was started last. Null after a stop. */
export const startedEpisode = createStore<EpisodeSound | null>(null);
blockReloadWhile(() => startedEpisode.get() !== null);
// A sound that plays on would store the position of a user who has signed out.
beforeDraftsAreDeleted(() => startedEpisode.get()?.stop());

/** Element that shows the picture of the started video while none of its cards is mounted. `PlayerHost` sets it. */
let stage: Element | null = null;
export const setMiniPlayerStage = (element: Element | null): void => {
  stage = element;
};

/** The 100 episodes that were played last continue where they were left. `deleteDrafts` removes this key. */
const positions = storedNumbers('heard-up-to', 100);
/** Seconds between two writes of a position. */
const SAVE_EVERY_SECONDS = 5;
/** Seconds. An episode that is left this near to its end starts again. */
const NEAR_END_SECONDS = 10;

/** Seconds by which two measurements of a sound may differ. */
const TOLERATED_SECONDS = 0.25;

export const playbackSpeeds = [0.75, 1, 1.25, 1.5, 2] as const;

function elementOf({ mediaType, title }: PlayableEpisode): HTMLMediaElement {
  if (mediaType === 'audio') return new Audio();
  const video = document.createElement('video');
  video.playsInline = true;
  video.setAttribute('aria-label', podcastTexts.videoOf(title));
  video.className = 'size-full bg-black';
  return video;
}

/** Plays an episode's sound or film. Playback continues when the card of the episode is removed. */
export class EpisodeSound {
  readonly podcast: PlayableEpisode;
  readonly #element: HTMLMediaElement;
  readonly #store: ReturnType<typeof createStore<SoundState>>;
  readonly state: () => SoundState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Mounted cards of this episode. The first one shows the picture of a video. */
  #cards: { readonly place: Element | null }[] = [];
  /** Position in seconds at which playback starts once the file is loaded. */
  #resumeAt: number;
  #keptAt: number;
  #hasToldPlay: boolean;

  constructor(podcast: PlayableEpisode) {
    this.podcast = podcast;
    this.#hasToldPlay = podcast.isUnpublished ?? false;
    this.#resumeAt = positions.get(podcast.id) ?? 0;
    this.#keptAt = this.#resumeAt;
    const [seconds, duration] = [this.#resumeAt, podcast.duration ?? 0];
    const idle = { isPlayable: false, isPlaying: false, hasFailed: false, speed: 1, cards: [], place: null };
    this.#store = createStore<SoundState>({ ...idle, seconds, duration });
    this.state = this.#store.get;
    this.subscribe = this.#store.subscribe;
    this.#element = elementOf(podcast);
    this.#listen(this.#element);
    this.#element.preload = 'metadata';
    this.#element.src = podcast.mediaUrl;
  }

  #listen(element: HTMLMediaElement): void {
    // Listens for metadata too, because browsers that save data load no more until the user plays.
    for (const event of ['loadedmetadata', 'canplay', 'durationchange'])
      element.addEventListener(event, () => this.#onLoaded());
    element.addEventListener('play', () => {
      pauseOtherMedia(element);
      this.#begin();
      this.#set({ isPlaying: true });
    });
    element.addEventListener('pause', () => this.#set({ isPlaying: false }));
    element.addEventListener('timeupdate', () => {
      // A file begins to load at 0 seconds, which is not the user's position.
      if (this.#resumeAt > 0) return;
      this.#set({ seconds: element.currentTime });
      this.#keepPosition();
    });
    element.addEventListener('ended', () => {
      positions.set(this.podcast.id, null);
      this.seek(0);
      this.stop();
    });
    element.addEventListener('error', () => {
      console.warn('An episode could not be loaded', element.error);
      this.#set({ isPlayable: false, isPlaying: false, hasFailed: true });
    });
  }

  #onLoaded(): void {
    const element = this.#element;
    // A browser that cannot decode the pictures of a video plays only its sound, and its width stays 0.
    const hasFailed = element instanceof HTMLVideoElement && element.videoWidth === 0;
    this.#set({ isPlayable: !hasFailed, hasFailed, duration: this.#durationNow() });
    const at = this.#resumeAt;
    this.#resumeAt = 0;
    if (at > 0) this.seek(at);
  }

  /**
   * Makes this the started episode. Reports the first play from the start, of which the server counts one per person
   * and day.
   */
  #begin(): void {
    const before = startedEpisode.get();
    if (before !== this) {
      startedEpisode.set(this);
      setMediaSession(this);
      if (before) before.#releaseUnused();
    }
    if (this.#hasToldPlay || this.#element.currentTime > 0 || this.#resumeAt > 0) return;
    this.#hasToldPlay = true;
    const path = `/api/podcasts/${this.podcast.id}/play`;
    send(Success, path, { body: {}, idempotencyKey: newIdempotencyKey() }).catch(() => {
      this.#hasToldPlay = false;
    });
  }

  /**
   * @returns false if the browser forbids playing or cannot load the file. A pause before the start also returns true.
   */
  async play(): Promise<boolean> {
    try {
      await this.#element.play();
      return true;
    } catch (error) {
      this.#set({ isPlaying: !this.#element.paused });
      return error instanceof DOMException && error.name === 'AbortError';
    }
  }

  /** The episode stays the started one, unlike after `stop`. */
  pause(): void {
    this.#element.pause();
  }

  toggle(): void {
    if (this.state().isPlaying) this.pause();
    else void this.play();
  }

  /** @param seconds position from the start. It is limited to the episode's length. */
  seek(seconds: number): void {
    const { duration } = this.state();
    const wanted = Math.max(0, duration > 0 ? Math.min(seconds, duration) : seconds);
    const reached = this.#reachableSeconds(wanted);
    this.#element.currentTime = reached;
    this.#set({ seconds: reached });
  }

  /** Like `seek`, but also before the file is loaded. */
  goTo(seconds: number): void {
    if (this.#element.readyState > 0) this.seek(seconds);
    else {
      this.#resumeAt = seconds;
      this.#set({ seconds });
    }
  }

  /** Moves forward by `seconds`, or back if negative. */
  skip(seconds: number): void {
    this.seek(this.state().seconds + seconds);
  }

  setSpeed(speed: number): void {
    // Sets the default speed too, because a reloaded file starts with it.
    this.#element.defaultPlaybackRate = speed;
    this.#element.playbackRate = speed;
    this.#set({ speed });
  }

  readonly loadAgain = (): void => {
    const { hasFailed, seconds } = this.state();
    if (!hasFailed) return;
    this.#set({ hasFailed: false });
    this.#resumeAt = seconds;
    this.#element.load();
  };

  /** Also closes the mini player. Releases the file if no card shows the episode. */
  stop(): void {
    this.#element.pause();
    this.#set({ isPlaying: false });
    if (startedEpisode.get() === this) {
      startedEpisode.set(null);
      setMediaSession(null);
    }
    this.#releaseUnused();
  }

  /** Call it when a card mounts this player. @param place element for the picture of a video. @returns the cleanup */
  addCard(place: Element | null): () => void {
    const card = { place };
    this.#setCards([...this.#cards, card]);
    return () => {
      this.#setCards(this.#cards.filter((one) => one !== card));
      this.#releaseUnused();
    };
  }

  /** Plays the video at another card of the same episode. */
  playAtCard(place: Element | null): void {
    const isIt = (card: { place: Element | null }) => card.place === place;
    this.#setCards([...this.#cards.filter(isIt), ...this.#cards.filter((card) => !isIt(card))]);
    void this.play();
  }

  #setCards(cards: { readonly place: Element | null }[]): void {
    this.#cards = cards;
    const element = this.#element;
    if (element instanceof HTMLVideoElement) {
      // Moves the element at once, because browsers pause a video that is out of the page for a moment.
      const place = cards[0]?.place ?? stage;
      element.controls = cards.length > 0;
      if (place !== element.parentElement) place?.append(element);
    }
    this.#set({ cards, place: element.parentElement });
  }

  /** Stores the position in the browser when it has changed by five seconds. */
  #keepPosition(): void {
    const { seconds, duration } = this.state();
    if (this.podcast.isUnpublished || startedEpisode.get() !== this) return;
    if (Math.abs(seconds - this.#keptAt) < SAVE_EVERY_SECONDS) return;
    this.#keptAt = seconds;
    positions.set(this.podcast.id, seconds < duration - NEAR_END_SECONDS ? seconds : null);
  }

  /** Prefers the server's exact duration. Browsers guess it or count only the part that they have read. */
  #durationNow(): number {
    const { duration } = this.#element;
    return this.podcast.duration ?? (Number.isFinite(duration) && duration > 0 ? duration : this.state().duration);
  }

  /**
   * Limits a seek to the part that the browser has decoded. Firefox knows no more of some recordings, and a seek beyond
   * this part would end them.
   */
  #reachableSeconds(seconds: number): number {
    const known = this.#element.duration;
    const isBeyond = Number.isFinite(known) && seconds > known && known < this.state().duration - TOLERATED_SECONDS;
    return isBeyond ? Math.max(0, known - TOLERATED_SECONDS) : seconds;
  }

  /** Unloads the file if no card shows the episode and it is not the started one. */
  #releaseUnused(): void {
    // Waits a moment, because a redrawn list removes its cards and adds them again at once.
    queueMicrotask(() => {
      if (this.#cards.length > 0 || startedEpisode.get() === this || sounds.get(this.podcast.id) !== this) return;
      sounds.delete(this.podcast.id);
      this.#element.remove();
      this.#element.removeAttribute('src');
      this.#element.load();
    });
  }

  #set(change: Partial<SoundState>): void {
    const state = { ...this.state(), ...change };
    if (startedEpisode.get() === this) setMediaPosition(state);
    this.#store.set(state);
  }
}

const sounds = new Map<string, EpisodeSound>();

/** One object per episode, shared by all of its cards. */
export function soundOf(podcast: PlayableEpisode): EpisodeSound {
  const sound = sounds.get(podcast.id) ?? new EpisodeSound(podcast);
  sounds.set(podcast.id, sound);
  return sound;
}

/** Call it when the episode is deleted. */
export function stopEpisode(id: string): void {
  const sound = startedEpisode.get();
  if (sound?.podcast.id === id) sound.stop();
}
