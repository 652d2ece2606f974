import type { Podcast } from '@hearsay/contracts';

export interface SoundState {
  /** Enough is known of the file to play it. */
  readonly isPlayable: boolean;
  readonly isPlaying: boolean;
  readonly hasFailed: boolean;
  /** Where one listens, in seconds. */
  readonly seconds: number;
  /** In seconds; 0 while nobody knows. */
  readonly duration: number;
  readonly speed: number;
  /** Cards in the page that show this player. */
  readonly cards: number;
}

/** The sound of an episode, as those see it who show and steer it. */
export interface Sound {
  readonly podcast: Podcast;
  readonly state: () => SoundState;
  readonly subscribe: (listener: () => void) => () => void;
  play(): Promise<void>;
  pause(): void;
  toggle(): void;
  seek(seconds: number): void;
  stop(): void;
}
