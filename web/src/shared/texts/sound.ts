import { counted, figures } from './language.ts';

export const soundTexts = {
  boost: 'Boost',
  boosts: (count: number) => counted(count, { one: 'boost', other: 'boosts' }),
  mustSignIn: 'You must be logged in to boost',
  boostFailed: { title: 'Boost failed', text: 'Failed to toggle boost' },
  whisper: 'Still a whisper',
  onlyYou: 'Only you hear this yet',
  heardAt: (threshold: number) => `Heard at ${counted(threshold, { one: 'boost', other: 'boosts' })}`,
  meter: 'Boosts until everyone hears it',
  need: (missing: number) => counted(missing, { one: 'more boost', other: 'more boosts' }),
  andEveryone: 'and everyone hears it',
  opening: 'Here it comes',
  heard: 'Everyone hears it now',
  of: (boosts: number, threshold: number) => `${figures(boosts)} / ${figures(threshold)}`,
  meterValue: (boosts: number, threshold: number, need: string) =>
    `${figures(boosts)} of ${figures(threshold)}, ${need}`,
  earned: (xp: number) => `+${xp} XP`,
  share: 'Share',
  linkCopied: 'Link copied',
  linkByHand: 'Copy the link from here',
};
