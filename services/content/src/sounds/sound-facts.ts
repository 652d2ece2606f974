/** What is to be found out about the bytes of an episode. */
export interface SoundQuestion {
  readonly bytes: number;
  readonly mediaType: 'audio' | 'video';
  /** The family of the type that the uploader has declared. */
  readonly declared: 'audio' | 'video';
}

/** What the bytes themselves say. */
export interface SoundFacts {
  /** A type that may be served, made from what was found and never from what was declared. */
  readonly contentType: string;
  /** In seconds; null where it is not known. */
  readonly duration: number | null;
}

/** Facts may be said twice: as the file tells them, and after its length was counted, with a start that tells it too. */
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
  // Video types are declared for Ogg files with sound alone; films in Ogg are not served.
  ogg: { audio: 'audio/ogg' },
  webm: { audio: 'audio/webm', video: 'video/webm' },
  matroska: { audio: 'audio/x-matroska', video: 'video/x-matroska' },
  flac: { audio: 'audio/flac' },
  avi: { video: 'video/x-msvideo' },
};

/** The type under which a container is served; null where it holds no such medium. */
export const servedType = (mediaType: 'audio' | 'video', container: Container): string | null =>
  servedTypes[container][mediaType] ?? null;

/** Whether a file of this container may have been declared as of this family. */
export const fitsFamily = (container: Container, declared: 'audio' | 'video'): boolean =>
  container === 'ogg' || servedTypes[container][declared] !== undefined;

/** No episode is longer, in seconds; no sound needs less than a byte for a second. */
const longestSeconds = 86_400;

/** A length that may be shown: damaged headers tell of centuries. */
export const plausibleLength = (seconds: number | null | undefined, bytes: number): number | null =>
  typeof seconds === 'number' && seconds > 0 && seconds <= Math.min(longestSeconds, bytes) ? seconds : null;
