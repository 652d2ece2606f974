import type { Person, Podcast, Question } from '@hearsay/contracts';
import { defaultGradient, gradientPresets } from '@hearsay/game-rules';
import type { PreviewContent } from '../pictures/picture-process.js';

/** Takes a question as a visitor sees it. Leaves out the boosts of an open question, because no preview shows them. */
export const previewOfQuestion = ({
  title,
  isRevealed,
  revealCount,
  replyBoostThreshold,
}: Question): PreviewContent => ({
  kind: 'question',
  title,
  isRevealed,
  revealCount: isRevealed ? 0 : revealCount,
  replyBoostThreshold: isRevealed ? 0 : replyBoostThreshold,
});

const stopsOf = (classes: string): readonly string[] => {
  const stops = (wanted: string) => gradientPresets.find((preset) => preset.classes === wanted)?.stops;
  return stops(classes) ?? stops(defaultGradient) ?? [];
};

/** Leaves out the profile picture, because social networks keep a preview long after a person has changed it. */
export const previewOfPerson = ({ username, level, invitation, gradientColors }: Person): PreviewContent => ({
  kind: 'person',
  username,
  level,
  invitation,
  stops: stopsOf(gradientColors),
});

export const coverOf = ({ username, gradientColors }: Person): PreviewContent => ({
  kind: 'cover',
  username,
  stops: stopsOf(gradientColors),
});

export const previewOfPodcast = ({ title, creator, duration, waveform }: Podcast): PreviewContent => ({
  kind: 'podcast',
  title,
  author: creator.username,
  duration,
  peaks: waveform,
});
