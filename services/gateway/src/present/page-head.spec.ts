import type { Question } from '@hearsay/contracts';
import { describe, expect, it } from '@jest/globals';
import { headOfQuestion } from './page-head.js';

const question = {
  id: 'q',
  title: 'Why?',
  description: null,
  isRevealed: true,
  boostCount: 1,
  discussionCount: 2,
} as Question;
const describing = (more: Partial<Question>): string => headOfQuestion({ ...question, ...more }).description;

describe('the description of a shared question', () => {
  it.each([
    ['its asker, isolated', { creatorUsername: 'שרה כהן' }, 'Asked by \u2068שרה כהן\u2069. 1 boost, 2 replies.'],
    [
      'an asker who is written as the sentence is',
      { creatorUsername: 'maya 2' },
      'Asked by maya 2. 1 boost, 2 replies.',
    ],
    [
      'a description cut in whole characters',
      { creatorUsername: 'maya', description: `${'x'.repeat(183)}👨‍👩‍👧 and more` },
      `Asked by maya. ${'x'.repeat(183)}…`,
    ],
  ])('names %s', (_what, more, description) => {
    expect(describing(more)).toBe(description);
  });
});
