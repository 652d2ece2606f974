import { limits, textLength } from '@hearsay/contracts';
import { accountTexts } from '../texts/account.ts';

const { passwordRequired, passwordTooShort, passwordTooLong } = accountTexts.register;

/** Null for a valid password. Normalises it before counting, as the server does. */
export const passwordProblem = (password: string): string | null => {
  const { length } = password.normalize('NFKC');
  if (textLength(password) === 0) return passwordRequired;
  if (length < limits.password.min) return passwordTooShort;
  return length > limits.password.max ? passwordTooLong : null;
};
