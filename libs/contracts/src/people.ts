import * as z from 'zod/mini';
import { limits } from './limits.js';
import { Id, Instant, integer, named } from './primitives.js';

const auraNames = [
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

const badgeNames = [
  'rookie',
  'active',
  'veteran',
  'expert',
  'master',
  'legend',
  'mythic',
  'ascended',
  'divine',
] as const;
export const Badge = z.nullable(z.enum(badgeNames));
export type Badge = z.infer<typeof Badge>;

export const UserCard = named(
  'UserCard',
  z.object({
    id: Id,
    username: z.string(),
    profileImage: z.nullable(z.string()),
    gradientColors: z.string(),
    level: integer(1, 10),
    // An unknown badge, border or aura counts as none.
    badge: z.catch(Badge, null),
    profileBorder: z.catch(Badge, null),
    profileAura: z.catch(Aura, 'none'),
    isCreator: z.boolean(),
    isAmbassador: z.boolean(),
    isSpotlight: z.boolean(),
    hideAmbassadorTitle: z.boolean(),
  }),
);
export type UserCard = z.infer<typeof UserCard>;

const switches = {
  questionBoosts: z.boolean(),
  newReplies: z.boolean(),
  reposts: z.boolean(),
  /** Notifications of questions that the person helped to open. */
  reveals: z.boolean(),
};
/** Absent fields are unchanged. */
export const NotificationPreferencesBody = z.partial(z.object(switches));
/** Release 0.9.0 has no switch for reveals. */
export const NotificationPreferences = z.object({ ...switches, reveals: z._default(z.boolean(), true) });
export const WhoMayAsk = z.enum(['everyone', 'signed-in', 'following', 'nobody']);
export type WhoMayAsk = z.infer<typeof WhoMayAsk>;

/** Whether a person takes anonymous asks, apart from who may ask. */
export const AnonymousAsks = z.enum(['on', 'off']);

/** `following` would reveal that the target follows the asker, so it accepts no anonymous questions (decision 55). */
export const takesAnonymousAsks = (whoMayAsk: WhoMayAsk, hasSession: boolean): boolean =>
  whoMayAsk === 'everyone' || (whoMayAsk === 'signed-in' && hasSession);

export const User = named(
  'User',
  z.extend(UserCard, {
    xp: integer(0),
    profileLink: z.nullable(z.string()),
    /** One line that invites to ask, without links. */
    invitation: z._default(z.nullable(z.string()), null),
    showActivity: z.boolean(),
    createdAt: Instant,
    followerCount: integer(),
    followingCount: integer(),
    canAsk: z.boolean(),
    canAskAnonymously: z.boolean(),
  }),
);
export type User = z.infer<typeof User>;

export const OwnUser = named(
  'OwnUser',
  z.extend(User, {
    chosenAura: z.catch(Aura, 'none'),
    notificationPreferences: NotificationPreferences,
    whoMayAsk: z.catch(WhoMayAsk, 'everyone'),
    anonymousAsks: z.catch(AnonymousAsks, 'on'),
    /** When they are on again. Null: no end, or they are on. */
    anonymousAsksOffUntil: z.catch(z.nullable(Instant), null),
  }),
);
export type OwnUser = z.infer<typeof OwnUser>;
/** Null for a visitor who asked for null instead of 401. */
export const CurrentUser = z.nullable(OwnUser);

/** For ambassadors: whether this person's posts are protected from wipes. Null for others. */
const isProtected = z._default(z.nullable(z.boolean()), null);

export const FoundUser = named(
  'FoundUser',
  z.object({
    id: Id,
    username: z.string(),
    profileImage: z.nullable(z.string()),
    /** Null for visitors, like `isFollowing`. */
    level: z._default(z.nullable(integer(1, 10)), null),
    badge: z.catch(z._default(Badge, null), null),
    isFollowing: z._default(z.nullable(z.boolean()), null),
    isProtected,
  }),
);
export type FoundUser = z.infer<typeof FoundUser>;
export const FoundUsers = /* @__PURE__ */ z.array(FoundUser);
export const SearchQuery = z.object({
  q: z._default(z.string().check(z.trim(), z.maxLength(limits.search, 'At most 50 characters')), ''),
});

/** A person whose named posts were boosted within the last seven UTC days. */
export const HeardUser = named(
  'HeardUser',
  z.extend(
    z.pick(UserCard, {
      id: true,
      username: true,
      profileImage: true,
      gradientColors: true,
      profileAura: true,
      level: true,
      badge: true,
    }),
    { isFollowing: z.boolean() },
  ),
);
export type HeardUser = z.infer<typeof HeardUser>;
export const HeardUsers = /* @__PURE__ */ z.array(HeardUser);

/** Signed-in people also see pictures, ambassadors also join dates; null for others. */
export const UserListItem = named(
  'UserListItem',
  z.object({
    id: Id,
    username: z.string(),
    isCreator: z.boolean(),
    profileImage: z.nullable(z.string()),
    createdAt: z.nullable(Instant),
    isProtected,
  }),
);
export type UserListItem = z.infer<typeof UserListItem>;
export const UserList = /* @__PURE__ */ z.array(UserListItem);
/**
 * `canAsk`: people who accept questions from the caller; `isAnonymous`: anonymous ones. `after`: names after this one;
 * empty = the first page. Only an empty page ends the list.
 */
export const UserListQuery = z.object({
  canAsk: z._default(z.enum(['true', 'false']), 'false'),
  isAnonymous: z._default(z.enum(['true', 'false']), 'false'),
  after: z.optional(z.string().check(z.maxLength(limits.username.max, `At most ${limits.username.max} characters`))),
});
