/** `bytes` is the size of the file. `mediaType` is the kind to serve, `declared` the kind of the upload. */
export interface SoundRequest {
  readonly bytes: number;
  readonly mediaType: 'audio' | 'video';
  readonly declared: 'audio' | 'video';
}

export interface SoundFacts {
  /** A type that may be served, derived from the bytes and never from the declaration. */
  readonly contentType: string;
  /** In seconds. Null if unknown. */
  readonly duration: number | null;
}

/** The worker sends the header's facts, then facts with the counted length and `newStart`, then the waveform. */
export type WorkerMessage =
  | { readonly facts: SoundFacts; readonly newStart?: Uint8Array | null }
  | { readonly refused: string }
  | { readonly waveform: readonly number[] | null };

export type Container = 'mp3' | 'wav' | 'aac' | 'mp4' | 'quicktime' | 'ogg' | 'webm' | 'matroska' | 'flac' | 'avi';

const servedTypes: Readonly<Record<Container, { readonly audio?: string; readonly video?: string }>> = {
  mp3: { audio: 'audio/mpeg' },
  wav: { audio: 'audio/wav' },
  aac: { audio: 'audio/aac' },
  mp4: { audio: 'audio/mp4', video: 'video/mp4' },
  quicktime: { audio: 'audio/mp4', video: 'video/quicktime' },
  // An Ogg file with only sound is accepted even if it is declared as video. Films in Ogg are not served.
  ogg: { audio: 'audio/ogg' },
  webm: { audio: 'audio/webm', video: 'video/webm' },
  matroska: { audio: 'audio/x-matroska', video: 'video/x-matroska' },
  flac: { audio: 'audio/flac' },
  avi: { video: 'video/x-msvideo' },
};

/** Null if this container is not served for this kind of media. */
export const servedType = (mediaType: 'audio' | 'video', container: Container): string | null =>
  servedTypes[container][mediaType] ?? null;

/** True if a file in this container may have been declared as this kind of media. */
export const fitsFamily = (container: Container, declared: 'audio' | 'video'): boolean =>
  container === 'ogg' || servedTypes[container][declared] !== undefined;

/** Maximum length in seconds. */
const longestSeconds = 86_400;

/** Null for implausible lengths, because a damaged header may state centuries. A second needs at least one byte. */
export const plausibleDuration = (seconds: number | null | undefined, bytes: number): number | null =>
  typeof seconds === 'number' && seconds > 0 && seconds <= Math.min(longestSeconds, bytes) ? seconds : null;
