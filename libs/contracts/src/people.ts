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
    // Unknown badges, borders and auras of a newer server are read as none.
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
  /** Notifications of opened questions that the person had boosted. */
  reveals: z.boolean(),
};
/** Absent fields are unchanged. */
export const NotificationPreferencesBody = z.partial(z.object(switches));
/** Answers of release 0.9.0 have no `reveals`. */
export const NotificationPreferences = z.object({ ...switches, reveals: z._default(z.boolean(), true) });
export const WhoMayAsk = z.enum(['everyone', 'signed-in', 'following', 'nobody']);
export type WhoMayAsk = z.infer<typeof WhoMayAsk>;

/** Whether a person accepts anonymous asks. This setting is independent of `WhoMayAsk`. */
export const AnonymousAsksSetting = z.enum(['on', 'off']);

/**
 * Always false for `following`. An accepted anonymous ask would reveal that the target follows the asker (decision 55).
 */
export const acceptsAnonymousAsks = (whoMayAsk: WhoMayAsk, hasSession: boolean): boolean =>
  whoMayAsk === 'everyone' || (whoMayAsk === 'signed-in' && hasSession);

export const User = named(
  'User',
  z.extend(UserCard, {
    xp: integer(0),
    profileLink: z.nullable(z.string()),
    /** One line, without links, in which the person invites others to ask them questions. */
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
    anonymousAsks: z.catch(AnonymousAsksSetting, 'on'),
    /** The instant from which anonymous asks are on again. Null if these asks are on, or off without an end. */
    anonymousAsksOffUntil: z.catch(z.nullable(Instant), null),
  }),
);
export type OwnUser = z.infer<typeof OwnUser>;
/** Null for a visitor who called with `orNull`. Without `orNull` the answer is 401. */
export const CurrentUser = z.nullable(OwnUser);

/** Whether this person's posts are protected from wipes. Only ambassadors see this, and other people get null. */
const isProtected = z._default(z.nullable(z.boolean()), null);

export const FoundUser = named(
  'FoundUser',
  z.object({
    id: Id,
    username: z.string(),
    profileImage: z.nullable(z.string()),
    /** Null for a visitor. `isFollowing` is null for a visitor too. */
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

/** Pictures are null for visitors, and join dates are null for everyone but ambassadors. */
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
 * With `canAsk` the list has only people who accept questions from the caller. With `isAnonymous` too, they accept
 * anonymous questions. The page begins after the name `after`, which is empty for the first page. Only an empty page
 * ends the list.
 */
export const UserListQuery = z.object({
  canAsk: z._default(z.enum(['true', 'false']), 'false'),
  isAnonymous: z._default(z.enum(['true', 'false']), 'false'),
  after: z.optional(z.string().check(z.maxLength(limits.username.max, `At most ${limits.username.max} characters`))),
});
