export const earningRules = [
  'question-posted',
  'question-approved',
  'answer-given',
  'boost-given',
  'boost-received',
  'podcast-published',
] as const;
/** Rules with a fixed amount and a cap. Operator grants and payouts for anonymous posts have neither. */
export type EarningRule = (typeof earningRules)[number];
export type XpRuleName = EarningRule | 'operator-grant' | 'anonymous-posts';

export const xpAmounts: Readonly<Record<EarningRule, number>> = {
  'question-posted': 10,
  'question-approved': 15,
  'answer-given': 15,
  'boost-given': 5,
  'boost-received': 3,
  'podcast-published': 20,
};

/** Maximum XP per person, rule and UTC day, unless configured. Null means no cap. */
export const defaultDailyCaps: Readonly<Record<XpRuleName, number | null>> = {
  'question-posted': 200,
  'question-approved': 200,
  'answer-given': 500,
  'boost-given': 500,
  'boost-received': null,
  'podcast-published': 200,
  'operator-grant': null,
  'anonymous-posts': null,
};

/**
 * Caps the daily sum of a rule's entries. Reversed entries do not count. Because the sum is capped, the order of the
 * entries does not matter.
 */
export const cappedSum = (sum: number, cap: number | null): number => (cap === null ? sum : Math.min(sum, cap));

export interface WayToEarnXp {
  readonly text: string;
  readonly reward: string;
  /** The rules of this way to earn XP. Each rule has its own daily cap. The way has the name of its first rule. */
  readonly rules: readonly [EarningRule, ...EarningRule[]];
}

export const waysToEarnXp: readonly WayToEarnXp[] = [
  {
    text: 'Post a question',
    reward: `${xpAmounts['question-posted']}-${xpAmounts['question-approved']} XP`,
    rules: ['question-posted', 'question-approved'],
  },
  { text: 'Answer a question', reward: `${xpAmounts['answer-given']} XP`, rules: ['answer-given'] },
  { text: 'Boost content', reward: `${xpAmounts['boost-given']} XP`, rules: ['boost-given'] },
  { text: 'Receive a boost', reward: `${xpAmounts['boost-received']} XP`, rules: ['boost-received'] },
  { text: 'Create a podcast', reward: `${xpAmounts['podcast-published']} XP`, rules: ['podcast-published'] },
];
