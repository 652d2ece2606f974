import { describe, expect, it } from '@jest/globals';
import { InvitationBody } from './own-settings.js';

const parsed = (invitation: unknown) => {
  const result = InvitationBody.safeParse({ invitation });
  return result.success ? result.data.invitation : result.error.issues[0]?.message;
};

describe('an invitation', () => {
  it.each([
    ['Ask me about night trains', 'Ask me about night trains'],
    ['  שאלו אותי  ', 'שאלו אותי'],
    ['Ask me, e.g. about owls. Or bats.', 'Ask me, e.g. about owls. Or bats.'],
    ['Friends of @ines.calder first', 'Friends of @ines.calder first'],
    ['x'.repeat(80), 'x'.repeat(80)],
    ['🚫\u200d'.repeat(20), '🚫\u200d'.repeat(20)],
    [null, null],
    [undefined, null],
    ['', null],
    [' \u3164\u200b ', null],
  ])('%j becomes %j', (given, stored) => expect(parsed(given)).toBe(stored));

  it.each([
    ['x'.repeat(81), 'At most 80 characters'],
    ['One\ntwo', 'One line only'],
    ['One\u2028two', 'One line only'],
    ['See https://example.org', 'No links here'],
    ['See www.example', 'No links here'],
    ['See example.com', 'No links here'],
    ['See EXAMPLE.DE now', 'No links here'],
    ['See example．com', 'No links here'],
    ['example.museum/owls', 'No links here'],
    ['a\0b', 'This holds a character that is none'],
    [7, expect.any(String)],
  ])('%j is refused', (given, problem) => expect(parsed(given)).toEqual(problem));
});
