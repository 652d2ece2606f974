import { Refusal } from '@hearsay/contracts';
import { describe, expect, it } from '@jest/globals';
import { refuseWeakPassword } from './passwords.js';

const wordsFor = (password: string, username: string): string | null => {
  try {
    refuseWeakPassword(password, username, 'newPassword');
    return null;
  } catch (error) {
    return (error as Refusal).details?.fields?.newPassword ?? null;
  }
};
const isCommon = 'This is one of the most common passwords. Please choose another one';
const isName = 'Your password must not be your username';

describe('a new password', () => {
  it.each([
    ['123456', 'nora', isCommon],
    ['password', 'nora', isCommon],
    ['PassWord', 'nora', isCommon],
    ['  qwerty ', 'nora', isCommon],
    ['ｐａｓｓｗｏｒｄ', 'nora', isCommon],
    ['iloveyou', 'nora', isCommon],
    ['trustno1', 'nora', isCommon],
    ['nora.winters', 'nora.winters', isName],
    ['NORA.Winters', 'nora.winters', isName],
    ['ｎora.winters', 'Nora.Winters', isName],
    [' nora.winters ', 'nora.winters', isName],
    ['nora.winters1', 'nora.winters', null],
    ['correct horse', 'nora', null],
    ['hear-and-say', 'nora', null],
  ])('%j of %s is refused with %j', (password, username, words) => {
    expect(wordsFor(password, username)).toBe(words);
  });
});
