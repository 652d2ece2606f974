import * as z from 'zod/mini';
import { AnonymousAsksSetting, Aura, WhoMayAsk } from '../people.js';
import { Id, Instant, integer } from '../primitives.js';
import { definitionsOf } from './definitions.js';

const { internal, relayed } = definitionsOf('identity');

export const Role = z.enum(['ambassador', 'spotlight']);
export type Role = z.infer<typeof Role>;

/** The name is personal, so the event contains only `usernameTextId`. Identity stores the name as a text. */
export const AccountRegistered = relayed('AccountRegistered', {
  accountId: Id,
  usernameTextId: Id,
  isCreator: z.boolean(),
});
export const RoleGranted = relayed('RoleGranted', { accountId: Id, role: Role });
export const RoleRevoked = relayed('RoleRevoked', { accountId: Id, role: Role });

export const PasswordResetAllowed = relayed('PasswordResetAllowed', { accountId: Id });

/** Everything by this person is hidden until the account is restored or erased. `removalId` names this hiding. */
export const AccountHidden = relayed('AccountHidden', { accountId: Id, removalId: Id, revision: integer(1) });
export const AccountShown = relayed('AccountShown', { accountId: Id, removalId: Id, revision: integer(1) });
/** The account can no longer be restored, so services delete its words. */
export const AccountErased = relayed('AccountErased', { accountId: Id, removalId: Id, revision: integer(1) });

/** An ambassador has removed the invitation of another person. */
export const InvitationRemoved = relayed('InvitationRemoved', { accountId: Id });

/** A block is a mute that also refuses some acts of the blocked person (see the glossary). */
export const MuteKind = z.enum(['block', 'person', 'question']);
export type MuteKind = z.infer<typeof MuteKind>;
/** `mutedId` is the id of a person or of a question. */
export const MuteChanged = relayed('MuteChanged', {
  accountId: Id,
  kind: MuteKind,
  mutedId: Id,
  isOn: z.boolean(),
});

/**
 * Absent fields are unchanged, and null removes a value. Link, picture and invitation are ids of texts that identity
 * stores.
 */
export const ProfileChanged = internal('ProfileChanged', {
  accountId: Id,
  showActivity: z.optional(z.boolean()),
  hideAmbassadorTitle: z.optional(z.boolean()),
  gradientColors: z.optional(z.string()),
  chosenAura: z.optional(Aura),
  whoMayAsk: z.optional(WhoMayAsk),
  anonymousAsks: z.optional(AnonymousAsksSetting),
  anonymousAsksOffUntil: z.optional(z.nullable(Instant)),
  profileLinkTextId: z.optional(z.nullable(Id)),
  profileImageTextId: z.optional(z.nullable(Id)),
  invitationTextId: z.optional(z.nullable(Id)),
  /** The wipe that hides the invitation. Null shows the invitation. */
  invitationHiddenBy: z.optional(z.nullable(Id)),
});
