import * as z from 'zod/mini';
import { AnonymousPostsChoice, OwnSession } from '../account.js';
import { Role } from '../events/identity.js';
import { limits } from '../limits.js';
import { AnonymousAsksSetting, Aura, UserCard, WhoMayAsk } from '../people.js';
import { Id, Instant, integer } from '../primitives.js';
import { pictureKeyFormat, pictureKeyIn } from '../uploads.js';
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
  /** The setting at this moment, by the clock of the database. Answers of an earlier release lack this field. */
  anonymousAsks: z._default(AnonymousAsksSetting, 'on'),
  anonymousAsksOffUntil: z._default(z.nullable(Instant), null),
});
export type Person = z.infer<typeof Person>;

/** The gateway sets `token` as the cookie. Identity stores only its hash. */
const SignedIn = z.object({ person: Person, token: z.string(), expiresAt: Instant });

const Device = z._default(z.nullable(z.string().check(z.maxLength(100))), null);

/**
 * Creates an account and its first session. A repeated call with the same key returns `signedIn` as null. Its caller
 * then signs in by `login`. The answer also has a free name as `suggestion`, to show if this `login` fails.
 * @throws `conflict` when another account has the name, with a suggestion
 */
export const register = command(
  'register',
  {
    username: NewUsername,
    password: z.string(),
    isCreator: z._default(z.boolean(), false),
    device: Device,
    /**
     * Makes the account the first ambassador. For a bad token the call is refused as `not_found`, and no account is
     * created.
     */
    founderToken: z._default(z.nullable(z.string()), null),
  },
  { signedIn: z.nullable(SignedIn), suggestion: z._default(z.nullable(z.string()), null) },
);
/**
 * Opens a session by a password. A wrong password and an unknown name are refused as `unauthenticated`, with the same
 * text and in the same time. An account that was deleted less than 72 hours ago is restored.
 */
export const login = command('login', { username: z.string(), password: z.string(), device: Device }, SignedIn.shape);
/** Ends a session. The call also succeeds for an ended or unknown session. */
export const logout = command('logout', { tokenHash: z.string() }, {});

export const Session = z.object({
  accountId: Id,
  isAmbassador: z.boolean(),
  isSpotlight: z.boolean(),
  /** Absent if the account has no mutes. */
  mutes: z.optional(Mutes),
  /** True if anybody blocks the account. Only then do calls have to ask identity who blocks the account. */
  isBlocked: z.optional(z.boolean()),
});
export type Session = z.infer<typeof Session>;
/** Reads a session by the SHA-256 of its token in base64url, and extends it to 30 days from now. */
export const session = query('session', { tokenHash: z.string() }, { session: z.nullable(Session) });

/** The acting account's sessions, most recently used first. `tokenHash` is that of the caller's session. */
export const ownSessions = query('own-sessions', { tokenHash: z.string() }, { sessions: z.array(OwnSession) });
/**
 * Ends a session of the acting account. `endedTokenHash` is null for a repeated call with the same key. @throws
 * `not_found` for an ended session, or one of another account
 */
export const endSession = command('end-session', { id: Id }, { endedTokenHash: z.nullable(z.string()) });
export const endOtherSessions = command('end-other-sessions', { tokenHash: z.string() }, {});

/** An opaque text that changes with the password of this account. Null for an unknown name. */
export const passwordGeneration = query(
  'password-generation',
  { username: z.string() },
  { generation: z.nullable(z.string()) },
);
/** Changes the password. Returns a new token, or null for an ended session or a repeat. @throws `forbidden` */
export const changePassword = command(
  'change-password',
  { currentPassword: z.string(), newPassword: z.string(), tokenHash: z.string() },
  { token: z._default(z.nullable(z.string()), null) },
);
/** Sets a password by a token, ends all sessions and opens a new one. @throws `not_found` for an invalid token */
export const resetPassword = command(
  'reset-password',
  { token: z.string(), newPassword: z.string(), device: Device },
  SignedIn.shape,
);
/**
 * Creates a token with which one person can register as the first ambassador within 24 hours. The new token replaces an
 * older one. With `isFirst`, an existing token is kept instead. Returns null if a token is kept, or if there has ever
 * been an ambassador.
 */
export const makeFounderLink = command(
  'make-founder-link',
  { isFirst: z.boolean() },
  { link: z.nullable(z.object({ token: z.string(), expiresAt: Instant })) },
  operatorsOnly,
);
/** Creates a token that can set a new password once, within an hour. The new token invalidates older tokens. */
export const allowReset = command(
  'allow-reset',
  { username: z.string() },
  { token: z.string(), expiresAt: Instant },
  operatorsOnly,
);

/** This many people always fit into one answer. A profile has at most 3 kB, of which 2 kB are the picture's URL. */
export const peoplePerAnswer = 250;
/** Profiles of at most 500 accounts. Unknown accounts are missing. */
export const people = query('people', { ids: Ids }, { people: z.array(Person) }, ['gateway', 'moderation']);

/** Returns those of the given picture keys that visible people use now. */
export const shownPictures = query(
  'shown-pictures',
  { keys: z.array(z.string().check(z.regex(pictureKeyFormat.pattern))).check(z.maxLength(500)) },
  { keys: z.array(z.string()) },
);

/** Finds a person by name, regardless of upper and lower case. */
export const personByName = query('person-by-name', { username: z.string() }, { person: z.nullable(Person) });

/** Finds people by name, best match first. One or two characters match only the start of a name. */
export const searchPeople = query(
  'search-people',
  { words: z.string(), limit: integer(1, 100) },
  {
    people: z.array(
      z.extend(z.pick(Person, { id: true, username: true, profileImage: true }), {
        /** Answers of release 0.9.0 lack level and badge. */
        level: z._default(z.nullable(Person.shape.level), null),
        badge: z._default(Person.shape.badge, null),
        isProtected: z.boolean(),
      }),
    ),
  },
);

/**
 * People sorted by name, as many as fit into an answer. `onlyWhoTakeQuestions` selects people whom the caller may ask.
 */
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

/** Whether a person may ask a target. `askerId` is null for a visitor. @throws `not_found` for an unknown target */
export const mayAsk = query(
  'may-ask',
  { targetId: Id, askerId: z.nullable(Id), isAnonymous: z._default(z.boolean(), false) },
  { mayAsk: z.boolean(), mayAskAnonymously: z._default(z.boolean(), false) },
  ['gateway', 'content'],
);

/**
 * Changes the acting account's profile. Absent fields are unchanged, and null removes a link or picture. The picture is
 * the URL of a stored one.
 * @throws `forbidden` for a locked aura, and for a link of a person who is neither ambassador nor spotlight
 * @throws `invalid_input` for an unknown gradient, and for an end of anonymous asks outside the next 30 days
 */
export const changeProfile = command(
  'change-profile',
  {
    showActivity: z.optional(z.boolean()),
    hideAmbassadorTitle: z.optional(z.boolean()),
    gradientColors: z.optional(z.string()),
    aura: z.optional(Aura),
    whoMayAsk: z.optional(WhoMayAsk),
    anonymousAsks: z.optional(AnonymousAsksSetting),
    anonymousAsksOffUntil: z.optional(z.nullable(Instant)),
    profileLink: z.optional(z.nullable(z.string())),
    invitation: z.optional(z.nullable(z.string().check(z.maxLength(limits.invitation)))),
    profileImage: z.optional(z.nullable(z.string().check(z.refine((address) => pictureKeyIn(address) !== null)))),
  },
  {},
);

/** Removes another person's invitation, for an ambassador. Succeeds without an invitation too. @throws `not_found` */
export const removeInvitation = command('remove-invitation', { accountId: Id }, {});
/** Hides the present invitation until this wipe is undone. The call may be repeated after an interruption. */
export const hideInvitationOf = command('hide-invitation-of', { accountId: Id, removalId: Id }, {}, ['moderation']);
/** Shows the invitation that this wipe has hidden, unless the person has written a new invitation since. */
export const showInvitationOf = command('show-invitation-of', { accountId: Id, removalId: Id }, {}, ['moderation']);

/**
 * Hides the acting account with its named posts and ends its sessions. A sign-in before `undoUntil` restores the
 * account. After `undoUntil` its words and credentials are erased. @throws `forbidden` for a wrong password, or
 * `unavailable` while the content service does not answer. After a refusal nothing is deleted.
 */
export const deleteAccount = command(
  'delete-account',
  { password: z.string(), anonymousPosts: z._default(AnonymousPostsChoice, 'keep') },
  { removalId: Id, undoUntil: Instant },
);

/** Grants or revokes a role, for operators and the seed. A repeat changes nothing. */
export const setRole = command(
  'set-role',
  { username: z.string(), role: Role, isGranted: z.boolean() },
  { accountId: Id, hasChanged: z.boolean() },
  operatorsOnly,
);
/** Facts about an account for a wipe. `removalId` names the deletion of the account, and is null if there is none. */
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
