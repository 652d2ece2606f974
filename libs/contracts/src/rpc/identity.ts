import * as z from 'zod/mini';
import { AnonymousPosts, OwnSession } from '../account.js';
import { Role } from '../events/identity.js';
import { Aura, Badge, WhoMayAsk } from '../people.js';
import { Id, Instant, integer } from '../primitives.js';
import { pictureKeyIn, pictureKeys } from '../uploads.js';
import { NewUsername } from '../usernames.js';
import { command, operatorsOnly, query } from './rpc.js';

/** A person as identity knows them; xp is gamification's. */
export const Person = z.object({
  id: Id,
  username: z.string(),
  profileImage: z.nullable(z.string()),
  gradientColors: z.string(),
  level: integer(),
  badge: Badge,
  profileBorder: Badge,
  profileAura: Aura,
  isCreator: z.boolean(),
  isAmbassador: z.boolean(),
  isSpotlight: z.boolean(),
  hideAmbassadorTitle: z.boolean(),
  profileLink: z.nullable(z.string()),
  showActivity: z.boolean(),
  createdAt: Instant,
  chosenAura: Aura,
  whoMayAsk: WhoMayAsk,
});
export type Person = z.infer<typeof Person>;

/** `token` goes into the cookie, once; only its hash is stored. */
const SignedIn = z.object({ person: Person, token: z.string(), expiresAt: Instant });

/** What a session was opened on, such as 'Firefox on Android'. */
const Device = z._default(z.nullable(z.string().check(z.maxLength(100))), null);

/**
 * Stores an account and opens its first session. `signedIn` null: this key has made the account before; whoever repeats it signs in by
 * `login`, with the password. A taken name is a `conflict` for everybody else.
 */
export const register = command(
  'identity',
  'register',
  z.object({ username: NewUsername, password: z.string(), isCreator: z._default(z.boolean(), false), device: Device }),
  z.object({ signedIn: z.nullable(SignedIn) }),
);
/**
 * The one call that opens a session by a password. Wrong or unknown: `unauthenticated`, in the same words and time. An account that was deleted less than
 * 72 hours ago comes back.
 */
export const login = command(
  'identity',
  'login',
  z.object({ username: z.string(), password: z.string(), device: Device }),
  SignedIn,
);
/** Ending an ended session again, or one that never was, changes nothing. */
export const logout = command('identity', 'logout', z.object({ tokenHash: z.string() }), z.object({}));

export const Session = z.object({ accountId: Id, isAmbassador: z.boolean(), isSpotlight: z.boolean() });
export type Session = z.infer<typeof Session>;
/** `tokenHash` = SHA-256 of the cookie's token, base64url. The session then lasts 30 days from now. */
export const session = query(
  'identity',
  'session',
  z.object({ tokenHash: z.string() }),
  z.object({ session: z.nullable(Session) }),
);

/** The acting account's sessions, the one used last first. `tokenHash`: the caller's own. */
export const ownSessions = query(
  'identity',
  'own-sessions',
  z.object({ tokenHash: z.string() }),
  z.object({ sessions: z.array(OwnSession) }),
);
/** Ends one of the acting account's sessions; somebody else's is `not_found`. `endedTokenHash` null: it had ended before, and this repeats the call that did it. */
export const endSession = command(
  'identity',
  'end-session',
  z.object({ id: Id }),
  z.object({ endedTokenHash: z.nullable(z.string()) }),
);
/** Ends all of the acting account's sessions but the caller's own. */
export const endOtherSessions = command(
  'identity',
  'end-other-sessions',
  z.object({ tokenHash: z.string() }),
  z.object({}),
);

/** Which password a name has now, as a word that tells nothing of it; null where nobody has the name. */
export const passwordGeneration = query(
  'identity',
  'password-generation',
  z.object({ username: z.string() }),
  z.object({ generation: z.nullable(z.string()) }),
);
/**
 * Ends all sessions but the caller's own, which gets a new token; null where it had ended, and for a repeat. A wrong current password is `forbidden`.
 */
export const changePassword = command(
  'identity',
  'change-password',
  z.object({ currentPassword: z.string(), newPassword: z.string(), tokenHash: z.string() }),
  z.object({ token: z._default(z.nullable(z.string()), null) }),
);
/** By the token of a reset link, once: ends all sessions and opens a new one. A token that is used, unknown or old is `not_found`. */
export const resetPassword = command(
  'identity',
  'reset-password',
  z.object({ token: z.string(), newPassword: z.string(), device: Device }),
  SignedIn,
);
/** For operators: a token by which its owner sets a new password, once and within the hour. A newer one makes the older ones worthless. */
export const allowReset = command(
  'identity',
  'allow-reset',
  z.object({ username: z.string() }),
  z.object({ token: z.string(), expiresAt: Instant }),
  operatorsOnly,
);

/** So many people fit into an answer, whatever they have made of their profiles: each may take three kilobytes, two of them the address of a picture. */
export const peoplePerAnswer = 250;
/** At most 500 ids; unknown ones are missing. */
export const people = query(
  'identity',
  'people',
  z.object({ ids: z.array(Id).check(z.maxLength(500)) }),
  z.object({ people: z.array(Person) }),
);

/** Which of these keys in the media store are pictures of people who are to be seen; a picture that nobody shows any more is missing. */
export const shownPictures = query(
  'identity',
  'shown-pictures',
  z.object({ keys: z.array(z.string().check(z.regex(pictureKeys.pattern))).check(z.maxLength(500)) }),
  z.object({ keys: z.array(z.string()) }),
);

/** The person behind a name, regardless of case. */
export const personByName = query(
  'identity',
  'person-by-name',
  z.object({ username: z.string() }),
  z.object({ person: z.nullable(Person) }),
);

/**
 * People whose names hold these words, the closest first; for one or two characters: whose names begin with them. `isProtected`: nobody may wipe
 * what they post.
 */
export const searchPeople = query(
  'identity',
  'search-people',
  z.object({ words: z.string(), limit: integer(1, 100) }),
  z.object({
    people: z.array(
      z.extend(z.pick(Person, { id: true, username: true, profileImage: true }), { isProtected: z.boolean() }),
    ),
  }),
);

/**
 * People in the order of their names, as many as asked for and as a message has room for; `onlyWhoTakeQuestions`: those who take questions from the
 * acting account, or from a visitor. `isProtected`: nobody may wipe what they post.
 */
export const listPeople = query(
  'identity',
  'list-people',
  z.object({
    limit: integer(1, 1000),
    /** Names before it and the name itself are left out. */
    after: z._default(z.string(), ''),
    onlyWhoTakeQuestions: z.boolean(),
    isAnonymous: z._default(z.boolean(), false),
  }),
  z.object({
    people: z.array(
      z.extend(z.pick(Person, { id: true, username: true, isCreator: true, profileImage: true, createdAt: true }), {
        isProtected: z.boolean(),
      }),
    ),
  }),
);

/** Whether a person takes a question of an account; `askerId` null: of a visitor. An unknown target is refused as `not_found`. */
export const mayAsk = query(
  'identity',
  'may-ask',
  z.object({ targetId: Id, askerId: z.nullable(Id), isAnonymous: z._default(z.boolean(), false) }),
  z.object({ mayAsk: z.boolean() }),
  ['gateway', 'content'],
);

/**
 * Changes the acting account's profile; what is absent stays, a null link or picture goes. The picture is an address of ours. A locked aura,
 * and a link of somebody who is neither ambassador nor spotlight, is `forbidden`; a gradient that is no preset is `invalid_input`.
 */
export const changeProfile = command(
  'identity',
  'change-profile',
  z.object({
    showActivity: z.optional(z.boolean()),
    hideAmbassadorTitle: z.optional(z.boolean()),
    gradientColors: z.optional(z.string()),
    aura: z.optional(Aura),
    whoMayAsk: z.optional(WhoMayAsk),
    profileLink: z.optional(z.nullable(z.string())),
    profileImage: z.optional(z.nullable(z.string().check(z.refine((address) => pictureKeyIn(address) !== null)))),
  }),
  z.object({}),
);

/**
 * Hides the acting account with its named posts and ends its sessions. Signing in before `undoUntil` brings it back, later
 * its words and credentials are erased. A wrong password is `forbidden`. While content is away it is `unavailable`, and
 * nothing is deleted.
 */
export const deleteAccount = command(
  'identity',
  'delete-account',
  z.object({ password: z.string(), anonymousPosts: z._default(AnonymousPosts, 'keep') }),
  z.object({ removalId: Id, undoUntil: Instant }),
);

/** For operators and the seed. Granting what is there and revoking what is not change nothing. */
export const setRole = command(
  'identity',
  'set-role',
  z.object({ username: z.string(), role: Role, isGranted: z.boolean() }),
  z.object({ accountId: Id, hasChanged: z.boolean() }),
  operatorsOnly,
);
/**
 * Whether there is such an account, and whether its name is one of those that are protected. `removalId` names the deletion of an account that is away, for
 * now or for good; null where it is there, or never was.
 */
export const wipeSubject = query(
  'identity',
  'wipe-subject',
  z.object({ accountId: Id }),
  z.object({ exists: z.boolean(), isProtected: z.boolean(), removalId: z.nullable(Id) }),
  ['moderation'],
);
/** For operators: the account behind a name, regardless of case. */
export const accountByName = query(
  'identity',
  'account-by-name',
  z.object({ username: z.string() }),
  z.object({ accountId: z.nullable(Id) }),
  operatorsOnly,
);
