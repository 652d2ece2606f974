export const earningRules = [
  'question-posted',
  'question-approved',
  'answer-given',
  'boost-given',
  'boost-received',
  'podcast-published',
] as const;
/** The acts that earn XP. An operator's grant and a pool's sum for anonymous posts are none: they have no fixed amount, and no cap of their own. */
export type EarningRule = (typeof earningRules)[number];
/** Every rule a ledger entry can have. */
export type XpRuleName = EarningRule | 'operator-grant' | 'anonymous-posts';

/** XP of one act. */
export const xpAmounts: Readonly<Record<EarningRule, number>> = {
  'question-posted': 10,
  'question-approved': 15,
  'answer-given': 15,
  'boost-given': 5,
  'boost-received': 3,
  'podcast-published': 20,
};

/** Greatest sum per person, rule and UTC day unless configured otherwise; null = no cap. */
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

/** What a cap leaves of the sum of one day's live entries of one rule; the order of the entries never matters. */
export const underCap = (sum: number, cap: number | null): number => (cap === null ? sum : Math.min(sum, cap));

/** The list 'How to Earn XP', in its order. */
export const waysToEarnXp: readonly { readonly text: string; readonly reward: string }[] = [
  { text: 'Post a question', reward: `${xpAmounts['question-posted']}-${xpAmounts['question-approved']} XP` },
  { text: 'Answer a question', reward: `${xpAmounts['answer-given']} XP` },
  { text: 'Boost content', reward: `${xpAmounts['boost-given']} XP` },
  { text: 'Receive a boost', reward: `${xpAmounts['boost-received']} XP` },
  { text: 'Create a podcast', reward: `${xpAmounts['podcast-published']} XP` },
];
