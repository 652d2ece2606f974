import type { Podcast } from '@hearsay/contracts';

export interface SoundState {
  readonly isPlayable: boolean;
  readonly isPlaying: boolean;
  readonly hasFailed: boolean;
  /** Position in seconds. */
  readonly seconds: number;
  /** In seconds; 0 while unknown. */
  readonly duration: number;
  readonly speed: number;
  readonly cards: number;
}

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
