import { isolated } from '@hearsay/contracts';
import { counted } from './language.ts';

export const pendingTexts = {
  waits: 'Waits for your answer',
  waitsFor: (username: string) => `Waits for ${username} to approve it`,
  approve: 'Approve',
  ignore: 'Ignore',
  asksOf: (username: string, count: number) =>
    `${counted(count, { one: 'question', other: 'questions' })} from ${username}`,
  others: (count: number) => `Show ${counted(count, { one: 'other', other: 'others' })}`,
  fewer: 'Show the newest only',
  ignoreAll: 'Ignore all',
  ignoreAllFirst: (username: string) => `Ignore all questions from ${isolated(username)}?`,
  looksPending: 'They leave your list. To the asker they still look pending.',
};
