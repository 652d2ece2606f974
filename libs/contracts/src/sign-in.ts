import * as z from 'zod/mini';
import { Refusal } from './errors.js';
import { limits, textLength } from './limits.js';
import { described } from './primitives.js';
import { NewUsername } from './usernames.js';
import { isBlank, maxTextLength, minTextLength } from './written-text.js';

export const usernameTakenText = 'Username might already be taken';

export const nameTakenRefusal = (suggestion: string | null): Refusal =>
  new Refusal('conflict', usernameTakenText, {
    fields: { username: usernameTakenText },
    ...(suggestion !== null && { suggestion }),
  });

const passwordTooLong = 'Password must be at most 128 characters long';
export const NewPassword = described(
  z.string({ error: 'Password required' }).check(
    z.normalize('NFKC'),
    // Sign-in treats a blank password as missing, so such an account would be locked out.
    z.refine((password) => textLength(password) > 0, { error: 'Password required', abort: true }),
    minTextLength(limits.password.min, 'Password must be at least 6 characters long'),
    maxTextLength(limits.password.max, passwordTooLong),
  ),
  {
    minLength: limits.password.min,
    maxLength: limits.password.max,
    description:
      'Counted in UTF-16 units after NFKC. Not only blanks, not the username, and none of the most common passwords',
  },
);

export const RegisterBody = z.object({
  username: NewUsername,
  password: NewPassword,
  isCreator: z.optional(z.boolean()),
  /** The token in the founder's link. */
  founderToken: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
});
export type RegisterBody = z.input<typeof RegisterBody>;

const missingCredentials = 'Please enter both username and password';
export const LoginBody = z.object({
  username: described(
    z.string({ error: missingCredentials }).check(z.refine((name) => !isBlank(name), missingCredentials)),
    {
      minLength: 1,
      description: 'At least one character can be seen',
    },
  ),
  password: described(
    z.string({ error: missingCredentials }).check(
      z.refine((password) => textLength(password) > 0, missingCredentials),
      z.maxLength(1000),
    ),
    { minLength: 1, description: 'Not only blanks' },
  ),
});
export type LoginBody = z.input<typeof LoginBody>;

/**
 * With `orNull` a visitor gets `null` instead of 401, which the browser's console would show as an error. `true` also
 * deletes the cookies of an ended session. `keep` leaves them.
 */
export const SessionQuery = z.object({ orNull: z._default(z.enum(['true', 'keep', 'false']), 'false') });
