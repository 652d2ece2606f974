import { isolateDirection } from '@hearsay/contracts';

const by = (reposter?: string): string => (reposter === undefined ? '' : `, reposted by ${reposter}`);

/** Formats `m:ss` without hours: 3,600 seconds are `60:00`. */
export function clock(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

export const podcastTexts = {
  pageTitle: 'Podcast',
  notFound: { title: 'Podcast Not Found', text: 'It may have been deleted, or the link is incomplete.' },
  failed: 'This episode could not be loaded.',
  more: {
    ask: (username: string) => `Ask ${isolateDirection(username)} about this`,
    title: (username: string) => `More from ${isolateDirection(username)}`,
  },
  play: 'Play',
  pause: 'Pause',
  playHere: 'Play here',
  back: (seconds: number) => `Back ${seconds} seconds`,
  forward: (seconds: number) => `Forward ${seconds} seconds`,
  stop: 'Stop listening',
  playing: 'Playing',
  position: 'Position',
  positionOf: (at: string, whole: string) => `${at} of ${whole}`,
  timeOf: (at: string, whole: string) => `${at} / ${whole}`,
  speed: 'Speed',
  speedOf: (speed: number) => `${speed}×`,
  soundFailed: 'This sound cannot be played.',
  videoFailed: 'This browser cannot play this video.',
  playerOf: (title: string, repostedBy?: string) => `Player of ${title}${by(repostedBy)}`,
  videoOf: (title: string, repostedBy?: string) => `Video of ${title}${by(repostedBy)}`,
};
