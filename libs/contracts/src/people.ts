import { z } from 'zod';
import { limits, textLength } from './limits.js';
import { Id, Instant } from './primitives.js';

export const auraNames = [
  'none',
  'neon-glow',
  'shadow-flame',
  'glitch-frame',
  'love-aura',
  'golden-crown',
  'crystal-frame',
  'divine-mastery',
  'ambassador',
  'spotlight',
] as const;
export const Aura = z.enum(auraNames);
export type Aura = z.infer<typeof Aura>;

export const badgeNames = ['rookie', 'active', 'veteran', 'expert', 'master', 'legend', 'mythic', 'ascended', 'divine'] as const;
export const Badge = z.enum(badgeNames).nullable();
export type Badge = z.infer<typeof Badge>;

export const UserCard = z
  .object({
    id: Id,
    username: z.string(),
    profileImage: z.string().nullable(),
    gradientColors: z.string(),
    level: z.number().int().min(1).max(10),
    badge: Badge,
    profileBorder: Badge,
    profileAura: Aura,
    isCreator: z.boolean(),
    isAmbassador: z.boolean(),
    isSpotlight: z.boolean(),
    hideAmbassadorTitle: z.boolean(),
  })
  .meta({ id: 'UserCard' });
export type UserCard = z.infer<typeof UserCard>;

export const NotificationPreferences = z.object({ questionBoosts: z.boolean(), newReplies: z.boolean(), reposts: z.boolean() });
export const WhoMayAsk = z.enum(['everyone', 'signed-in', 'following', 'nobody']);

export const User = UserCard.extend({
  xp: z.number().int().min(0),
  profileLink: z.string().nullable(),
  showActivity: z.boolean(),
  createdAt: Instant,
  followerCount: z.number().int(),
  followingCount: z.number().int(),
  canAsk: z.boolean(),
}).meta({ id: 'User' });
export type User = z.infer<typeof User>;

/** What a person sees of themself. */
export const OwnUser = User.extend({
  chosenAura: Aura,
  notificationPreferences: NotificationPreferences,
  whoMayAsk: WhoMayAsk,
}).meta({ id: 'OwnUser' });
export type OwnUser = z.infer<typeof OwnUser>;

const uuidLike = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A new name: NFKC, trimmed, 3 to 50 characters, no `/`, `@` or control characters, nothing that looks like an id. */
export const NewUsername = z
  .string({ error: 'Username required' })
  .transform((name) => name.normalize('NFKC').trim())
  .pipe(
    z
      .string()
      .min(1, 'Username required')
      .min(limits.username.min, 'Username must be at least 3 characters long')
      .max(limits.username.max, 'Username must be at most 50 characters long')
      .refine(
        (name) => !/[/@\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u.test(name),
        'Username may not contain / or @ or invisible characters',
      )
      .refine((name) => !uuidLike.test(name), 'Username may not look like an id'),
  );

export const RegisterBody = z.object({
  username: NewUsername,
  password: z
    .string({ error: 'Password required' })
    .min(1, 'Password required')
    .min(limits.password.min, 'Password must be at least 6 characters long')
    .max(limits.password.max, 'Password must be at most 128 characters long'),
  isCreator: z.boolean().optional(),
});
export type RegisterBody = z.input<typeof RegisterBody>;

const missingCredentials = 'Please enter both username and password';
export const LoginBody = z.object({
  username: z.string({ error: missingCredentials }).refine((name) => textLength(name) > 0, missingCredentials),
  password: z.string({ error: missingCredentials }).min(1, missingCredentials).max(1000),
});
export type LoginBody = z.input<typeof LoginBody>;
