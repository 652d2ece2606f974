import * as z from 'zod/mini';
import { limits, textLength } from './limits.js';

const uuidLike = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A new name: NFKC, trimmed, 3 to 50 characters, no `/`, `@` or control characters, nothing that looks like an id. */
export const NewUsername = z.pipe(
  z.pipe(
    z.string({ error: 'Username required' }),
    z.transform((name: string) => name.normalize('NFKC').trim()),
  ),
  z.string().check(
    z.minLength(1, 'Username required'),
    z.minLength(limits.username.min, 'Username must be at least 3 characters long'),
    z.maxLength(limits.username.max, 'Username must be at most 50 characters long'),
    z.refine(
      (name) => !/[/@\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u.test(name),
      'Username may not contain / or @ or invisible characters',
    ),
    z.refine((name) => !uuidLike.test(name), 'Username may not look like an id'),
  ),
);

export const RegisterBody = z.object({
  username: NewUsername,
  password: z
    .string({ error: 'Password required' })
    .check(
      z.minLength(1, 'Password required'),
      z.minLength(limits.password.min, 'Password must be at least 6 characters long'),
      z.maxLength(limits.password.max, 'Password must be at most 128 characters long'),
    ),
  isCreator: z.optional(z.boolean()),
});
export type RegisterBody = z.input<typeof RegisterBody>;

const missingCredentials = 'Please enter both username and password';
export const LoginBody = z.object({
  username: z.string({ error: missingCredentials }).check(z.refine((name) => textLength(name) > 0, missingCredentials)),
  password: z.string({ error: missingCredentials }).check(z.minLength(1, missingCredentials), z.maxLength(1000)),
});
export type LoginBody = z.input<typeof LoginBody>;

/** `orNull=true`: a visitor is answered `null` instead of 401, so that asking who is here is no error in their browser's console. */
export const SessionQuery = z.object({ orNull: z._default(z.enum(['true', 'false']), 'false') });
