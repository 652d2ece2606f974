import { figures, inLanguage } from './language.ts';

/** XP, levels and auras. */
export const xpTexts = inLanguage({
  en: {
    title: 'XP and Level',
    failed: 'Error loading your level',
    currentLevel: 'Current level',
    level: (level: number) => `Level ${level}`,
    xp: (amount: number) => `${figures(amount)} XP`,
    maxLevel: 'MAX LEVEL',
    toNext: (xp: number) => `${figures(xp)} XP to next level`,
    toTop: 'XP on the way to the highest level',
    toNextBar: 'XP on the way to the next level',
    progression: 'Level Progression',
    earned: 'Earned',
    youAreHere: 'You are here',
    howToEarn: 'How to Earn XP',
    acts: "What you've earned",
    actsFailed: 'Error loading what you have earned',
    noActs: 'Nothing earned yet. A boost is a good beginning.',
    earlierActs: 'Earlier',
    loading: 'Loading…',
    takenBack: 'taken back',
    beyondCap: "beyond the day's limit",
    rules: {
      'question-posted': 'Posted a question',
      'question-approved': 'A question was approved',
      'answer-given': 'Answered a question',
      'boost-given': 'Gave a boost',
      'boost-received': 'Received a boost',
      'podcast-published': 'Published an episode',
      'operator-grant': 'Granted',
      'anonymous-posts': 'Anonymous posts',
      other: 'Earned',
    },
  },
});
