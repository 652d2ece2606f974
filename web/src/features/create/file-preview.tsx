import type { PodcastMediaType } from '@hearsay/contracts';
import { useEffect, useMemo, useState } from 'react';
import { AudioPlayer } from '../../shared/player/audio-player.tsx';
import { type PlayableEpisode, soundOf } from '../../shared/player/episode-sound.ts';
import { VideoPlayer } from '../../shared/player/video-player.tsx';
import { useUser } from '../../shared/session/session.ts';

interface FilePreviewProps {
  readonly file: File;
  /** Length of a recording, which the app measures because browsers write none. Null for a chosen file. */
  readonly seconds: number | null;
  readonly mediaType: PodcastMediaType;
}

/** Plays a local file before its publication. The sound stops when the preview disappears. */
export function FilePreview({ file, seconds, mediaType }: FilePreviewProps) {
  const username = useUser()?.username ?? '';
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  const episode = useMemo((): PlayableEpisode | null => {
    if (url === null) return null;
    const creator = { username };
    const facts = { id: url, title: file.name, mediaType, mediaUrl: url, duration: seconds, creator };
    return { ...facts, waveform: null, playCount: 0, isUnpublished: true };
  }, [url, file, mediaType, seconds, username]);
  useEffect(() => {
    if (episode) return () => soundOf(episode).stop();
  }, [episode]);
  if (!episode) return null;
  return mediaType === 'audio' ? <AudioPlayer podcast={episode} /> : <VideoPlayer podcast={episode} />;
}
