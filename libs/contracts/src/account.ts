import * as z from 'zod/mini';
import { Id, Instant, named } from './primitives.js';
import { NewPassword } from './sign-in.js';

const passwordMissing = 'Please enter your password';
const CurrentPassword = z.string({ error: passwordMissing }).check(z.minLength(1, passwordMissing), z.maxLength(1000));

export const ChangePasswordBody = z.object({ currentPassword: CurrentPassword, newPassword: NewPassword });
export type ChangePasswordBody = z.input<typeof ChangePasswordBody>;

export const ResetPasswordBody = z.object({
  token: z.string().check(z.minLength(1), z.maxLength(200)),
  newPassword: NewPassword,
});
export type ResetPasswordBody = z.input<typeof ResetPasswordBody>;

/**
 * `keep` leaves the anonymous posts of a deleted account. `remove` deletes them one by one, 72 hours to 30 days after
 * the account was deleted.
 */
export const AnonymousPostsChoice = z.enum(['keep', 'remove']);
export type AnonymousPostsChoice = z.infer<typeof AnonymousPostsChoice>;

export const DeleteAccountBody = z.object({
  password: CurrentPassword,
  anonymousPosts: z._default(AnonymousPostsChoice, 'keep'),
});
export const AccountDeletion = named('AccountDeletion', z.object({ success: z.literal(true), undoUntil: Instant }));
export type AccountDeletion = z.infer<typeof AccountDeletion>;

export const OwnSession = named(
  'Session',
  z.object({
    id: Id,
    createdAt: Instant,
    /** The time of the last use, rounded to the hour. */
    lastUsedAt: Instant,
    device: z.nullable(z.string()),
    isCurrent: z.boolean(),
  }),
);
export type OwnSession = z.infer<typeof OwnSession>;
export const OwnSessions = z.array(OwnSession);
