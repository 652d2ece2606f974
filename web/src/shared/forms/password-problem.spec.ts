import { NewPassword } from '@hearsay/contracts';
import { expect, it } from '@jest/globals';
import { passwordProblem } from './password-problem.ts';

it.each([
  ['abcde'],
  ['abcdef'],
  ['ﬃﬃ'],
  ['e\u0301'.repeat(5)],
  ['e\u0301'.repeat(6)],
  ['e\u0301'.repeat(128)],
  ['e\u0301'.repeat(129)],
  ['ﷺ'.repeat(8)],
  [' \u3000     '],
  ['     x'],
])('%j is judged the same by form and server', (password) => {
  expect(passwordProblem(password)).toBe(NewPassword.safeParse(password).error?.issues[0]?.message ?? null);
});
