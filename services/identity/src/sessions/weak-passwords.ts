import { foldUsername, Refusal } from '@hearsay/contracts';
import { dictionary } from '@zxcvbn-ts/language-common';

/** How many of the most common passwords nobody may choose (NIST 800-63B, 5.1.1.2). */
const refusedCount = 3000;
const common: ReadonlySet<string> = new Set(dictionary['passwords-common'].slice(0, refusedCount));

/**
 * Refuses a new password that is guessed first. Case, width of letters and blanks around it make no difference. Existing passwords keep working.
 * @throws Refusal `invalid_input` at `field`
 */
export const refuseWeakPassword = (password: string, username: string, field: string): void => {
  const folded = password.normalize('NFKC').trim().toLowerCase();
  const refuse = (message: string) => new Refusal('invalid_input', message, { fields: { [field]: message } });
  if (common.has(folded)) throw refuse('This is one of the most common passwords. Please choose another one');
  if (foldUsername(password) === foldUsername(username)) throw refuse('Your password must not be your username');
};
