import * as z from 'zod/mini';
import { AnonymousPosts, OwnSession } from '../account.js';
import { Role } from '../events/identity.js';
import { limits } from '../limits.js';
import { AnonymousAsks, Aura, UserCard, WhoMayAsk } from '../people.js';
import { Id, Instant, integer } from '../primitives.js';
import { pictureKeyIn, pictureKeys } from '../uploads.js';
import { NewUsername } from '../usernames.js';
import { Mutes } from './mutes.js';
import { contractsOf, Ids, operatorsOnly } from './rpc.js';

export * from './mutes.js';

const { command, query } = contractsOf('identity');

export const Person = z.extend(UserCard, {
  profileLink: z.nullable(z.string()),
  invitation: z._default(z.nullable(z.string()), null),
  showActivity: z.boolean(),
  createdAt: Instant,
  chosenAura: Aura,
  whoMayAsk: WhoMayAsk,
  /** As they are now, by the clock of the database. An earlier release knows no `off`. */
  anonymousAsks: z._default(AnonymousAsks, 'on'),
  anonymousAsksOffUntil: z._default(z.nullable(Instant), null),
});
export type Person = z.infer<typeof Person>;

/** `token` goes into the cookie, once; only its hash is stored. */
const SignedIn = z.object({ person: Person, token: z.string(), expiresAt: Instant });

const Device = z._default(z.nullable(z.string().check(z.maxLength(100))), null);

/**
 * Creates an account and its first session. `signedIn` is null for a repeat with the same key: the caller then signs in
 * by `login`. `suggestion` is then a free name, for a caller whose password is wrong.
 * @throws `conflict` when another account has the name, with a suggestion
 */
export const register = command(
  'register',
  {
    username: NewUsername,
    password: z.string(),
    isCreator: z._default(z.boolean(), false),
    device: Device,
    /** Makes the account the first ambassador. @throws `not_found` for a bad token, and no account exists then */
    founderToken: z._default(z.nullable(z.string()), null),
  },
  { signedIn: z.nullable(SignedIn), suggestion: z._default(z.nullable(z.string()), null) },
);
/**
 * The only call that opens a session by a password. A wrong password and an unknown name are `unauthenticated`, in the
 * same words and time. An account deleted less than 72 hours ago is restored.
 */
export const login = command('login', { username: z.string(), password: z.string(), device: Device }, SignedIn.shape);
/** An ended or unknown session changes nothing. */
export const logout = command('logout', { tokenHash: z.string() }, {});

export const Session = z.object({
  accountId: Id,
  isAmbassador: z.boolean(),
  isSpotlight: z.boolean(),
  /** Absent without any. */
  mutes: z.optional(Mutes),
  /** Another person blocks the account. Only then does a call have to ask who. */
  isBlocked: z.optional(z.boolean()),
});
export type Session = z.infer<typeof Session>;
/** `tokenHash` = SHA-256 of the cookie's token, base64url. The call extends the session to 30 days from now. */
export const session = query('session', { tokenHash: z.string() }, { session: z.nullable(Session) });

/** The acting account's sessions, most recently used first. `tokenHash`: the caller's own. */
export const ownSessions = query('own-sessions', { tokenHash: z.string() }, { sessions: z.array(OwnSession) });
/** `endedTokenHash` null: a repeat. @throws `not_found` for another account's session */
export const endSession = command('end-session', { id: Id }, { endedTokenHash: z.nullable(z.string()) });
export const endOtherSessions = command('end-other-sessions', { tokenHash: z.string() }, {});

/** An opaque text that changes with the password of this name; null for an unknown name. */
export const passwordGeneration = query(
  'password-generation',
  { username: z.string() },
  { generation: z.nullable(z.string()) },
);
/** The caller's session gets a new token; null if it had ended, and for a repeat. @throws `forbidden` */
export const changePassword = command(
  'change-password',
  { currentPassword: z.string(), newPassword: z.string(), tokenHash: z.string() },
  { token: z._default(z.nullable(z.string()), null) },
);
/** Ends all sessions and opens a new one. @throws `not_found` for a used, unknown or expired token */
export const resetPassword = command(
  'reset-password',
  { token: z.string(), newPassword: z.string(), device: Device },
  SignedIn.shape,
);
/**
 * Creates a token with which one person registers as the first ambassador, within 24 hours. A newer token invalidates
 * older ones. With `isFirst`, an existing link stays. Null: the link stays, or an ambassador has existed.
 */
export const makeFounderLink = command(
  'make-founder-link',
  { isFirst: z.boolean() },
  { link: z.nullable(z.object({ token: z.string(), expiresAt: Instant })) },
  operatorsOnly,
);
/** Creates a token that sets a new password once, within the hour. A newer token invalidates older ones. */
export const allowReset = command(
  'allow-reset',
  { username: z.string() },
  { token: z.string(), expiresAt: Instant },
  operatorsOnly,
);

/** This many fit into any answer: a profile takes at most three kilobytes, two of them for the picture's address. */
export const peoplePerAnswer = 250;
/** At most 500 ids; unknown ones are missing. */
export const people = query('people', { ids: Ids }, { people: z.array(Person) }, ['gateway', 'moderation']);

/** The keys of pictures that visible people show now; others are missing. */
export const shownPictures = query(
  'shown-pictures',
  { keys: z.array(z.string().check(z.regex(pictureKeys.pattern))).check(z.maxLength(500)) },
  { keys: z.array(z.string()) },
);

/** Ignores case. */
export const personByName = query('person-by-name', { username: z.string() }, { person: z.nullable(Person) });

/** Best match first; one or two characters match only the start. `isProtected`: posts are protected from wipes. */
export const searchPeople = query(
  'search-people',
  { words: z.string(), limit: integer(1, 100) },
  {
    people: z.array(
      z.extend(z.pick(Person, { id: true, username: true, profileImage: true }), {
        /** Release 0.9.0 answers neither level nor badge. */
        level: z._default(z.nullable(Person.shape.level), null),
        badge: z._default(Person.shape.badge, null),
        isProtected: z.boolean(),
      }),
    ),
  },
);

/** By name, as many as fit into a message. `onlyWhoTakeQuestions`: from the acting account or a visitor. */
export const listPeople = query(
  'list-people',
  {
    limit: integer(1, 1000),
    after: z._default(z.string(), ''),
    onlyWhoTakeQuestions: z.boolean(),
    isAnonymous: z._default(z.boolean(), false),
  },
  {
    people: z.array(
      z.extend(z.pick(Person, { id: true, username: true, isCreator: true, profileImage: true, createdAt: true }), {
        isProtected: z.boolean(),
      }),
    ),
  },
);

/** `askerId` null: a visitor. `mayAskAnonymously` is what everybody may know. @throws `not_found` for an unknown target */
export const mayAsk = query(
  'may-ask',
  { targetId: Id, askerId: z.nullable(Id), isAnonymous: z._default(z.boolean(), false) },
  { mayAsk: z.boolean(), mayAskAnonymously: z._default(z.boolean(), false) },
  ['gateway', 'content'],
);

/**
 * Changes the acting account's profile: absent fields are unchanged, null removes link or picture. The picture is an
 * address of ours.
 * @throws `forbidden` for a locked aura, and for a link of a person who is neither ambassador nor spotlight;
 * `invalid_input` for an unknown gradient, and for an end of anonymous asks outside the next 30 days
 */
export const changeProfile = command(
  'change-profile',
  {
    showActivity: z.optional(z.boolean()),
    hideAmbassadorTitle: z.optional(z.boolean()),
    gradientColors: z.optional(z.string()),
    aura: z.optional(Aura),
    whoMayAsk: z.optional(WhoMayAsk),
    anonymousAsks: z.optional(AnonymousAsks),
    anonymousAsksOffUntil: z.optional(z.nullable(Instant)),
    profileLink: z.optional(z.nullable(z.string())),
    invitation: z.optional(z.nullable(z.string().check(z.maxLength(limits.invitation)))),
    profileImage: z.optional(z.nullable(z.string().check(z.refine((address) => pictureKeyIn(address) !== null)))),
  },
  {},
);

/** For ambassadors. A person without an invitation changes nothing. @throws `not_found` */
export const removeInvitation = command('remove-invitation', { accountId: Id }, {});
/** Hides the present invitation until this wipe is undone. It may be repeated after an interruption. */
export const hideInvitationOf = command('hide-invitation-of', { accountId: Id, removalId: Id }, {}, ['moderation']);
/** Shows the invitation that this wipe has hidden, unless the person has written another one since. */
export const showInvitationOf = command('show-invitation-of', { accountId: Id, removalId: Id }, {}, ['moderation']);

/**
 * Hides the acting account with its named posts and ends its sessions. Signing in before `undoUntil` restores it. After
 * that its words and credentials are erased.
 * @throws `forbidden` for a wrong password; `unavailable` while content is away, and nothing is deleted
 */
export const deleteAccount = command(
  'delete-account',
  { password: z.string(), anonymousPosts: z._default(AnonymousPosts, 'keep') },
  { removalId: Id, undoUntil: Instant },
);

/** For operators and the seed. A repeat changes nothing. */
export const setRole = command(
  'set-role',
  { username: z.string(), role: Role, isGranted: z.boolean() },
  { accountId: Id, hasChanged: z.boolean() },
  operatorsOnly,
);
/** `removalId` names the deletion that hid or erased the account; null without a deletion. */
export const wipeSubject = query(
  'wipe-subject',
  { accountId: Id },
  {
    exists: z.boolean(),
    isProtected: z.boolean(),
    removalId: z.nullable(Id),
    hasInvitation: z._default(z.boolean(), false),
  },
  ['moderation'],
);
export const accountByName = query(
  'account-by-name',
  { username: z.string() },
  { accountId: z.nullable(Id) },
  operatorsOnly,
);
