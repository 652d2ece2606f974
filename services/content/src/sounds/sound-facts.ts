/** What is to be found out about the bytes of an episode. */
export interface SoundQuestion {
  readonly bytes: number;
  readonly mediaType: 'audio' | 'video';
  /** As the uploader has declared it. */
  readonly filetype: string;
}

/** What the bytes themselves say. */
export interface SoundFacts {
  /** A type that may be served, made from what was found and never from what was declared. */
  readonly contentType: string;
  /** In seconds; null where the file does not tell. */
  readonly duration: number | null;
}

export type WorkerMessage = { readonly facts: SoundFacts } | { readonly refused: string } | { readonly waveform: readonly number[] | null };

/** Families of containers: several types are written into one of them. */
export type Container = 'mp3' | 'wav' | 'aac' | 'mp4' | 'ogg' | 'webm' | 'flac' | 'avi';

const containerByType: Readonly<Record<string, Container>> = {
  'audio/mpeg': 'mp3',
  'audio/mp3': 'mp3',
  'audio/wav': 'wav',
  'audio/wave': 'wav',
  'audio/x-wav': 'wav',
  'audio/vnd.wave': 'wav',
  'audio/aac': 'aac',
  'audio/mp4': 'mp4',
  'audio/x-m4a': 'mp4',
  'audio/x-m4b': 'mp4',
  'video/mp4': 'mp4',
  'video/x-m4v': 'mp4',
  'video/quicktime': 'mp4',
  'audio/ogg': 'ogg',
  'video/ogg': 'ogg',
  'application/ogg': 'ogg',
  'audio/webm': 'webm',
  'video/webm': 'webm',
  'audio/flac': 'flac',
  'audio/x-flac': 'flac',
  'video/x-msvideo': 'avi',
  'video/avi': 'avi',
  'video/vnd.avi': 'avi',
};

/** The container that a MIME type is written into; parameters do not count. */
export const containerOf = (mimeType: string): Container | null => containerByType[mimeType.split(';')[0]!.trim().toLowerCase()] ?? null;

const servedTypes: Readonly<Record<'audio' | 'video', Readonly<Partial<Record<Container, string>>>>> = {
  audio: {
    mp3: 'audio/mpeg',
    wav: 'audio/wav',
    aac: 'audio/aac',
    mp4: 'audio/mp4',
    ogg: 'audio/ogg',
    webm: 'audio/webm',
    flac: 'audio/flac',
  },
  video: { mp4: 'video/mp4', webm: 'video/webm', avi: 'video/x-msvideo' },
};

/** The type under which a container is served; null where it holds no such medium. */
export const servedType = (mediaType: 'audio' | 'video', container: Container): string | null => servedTypes[mediaType][container] ?? null;
