import * as z from 'zod/mini';
import { Aura, WhoMayAsk } from '../people.js';
import { Id, integer } from '../primitives.js';
import { event } from './definitions.js';

export const Role = z.enum(['ambassador', 'spotlight']);
export type Role = z.infer<typeof Role>;

/** The name is a personal word: it lies in identity's texts under `usernameTextId`. */
export const AccountRegistered = event(
  'identity',
  'AccountRegistered',
  'relayed',
  z.object({ accountId: Id, usernameTextId: Id, isCreator: z.boolean() }),
);
export const RoleGranted = event('identity', 'RoleGranted', 'relayed', z.object({ accountId: Id, role: Role }));
export const RoleRevoked = event('identity', 'RoleRevoked', 'relayed', z.object({ accountId: Id, role: Role }));

/** An operator has made a link by which this person sets a new password. The link is a row of identity's. */
export const PasswordResetAllowed = event('identity', 'PasswordResetAllowed', 'relayed', z.object({ accountId: Id }));

/** All of a person is hidden, until they come back or the time for it is over; `removalId` names this one hiding. */
export const AccountHidden = event(
  'identity',
  'AccountHidden',
  'relayed',
  z.object({ accountId: Id, removalId: Id, revision: integer(1) }),
);
export const AccountShown = event(
  'identity',
  'AccountShown',
  'relayed',
  z.object({ accountId: Id, removalId: Id, revision: integer(1) }),
);
/** The account never comes back: whatever services keep of its words goes. */
export const AccountErased = event(
  'identity',
  'AccountErased',
  'relayed',
  z.object({ accountId: Id, removalId: Id, revision: integer(1) }),
);

/**
 * What a person has changed about their profile; what is absent has stayed. Link and picture are personal words: they lie in identity's
 * texts, null takes them away.
 */
export const ProfileChanged = event(
  'identity',
  'ProfileChanged',
  'internal',
  z.object({
    accountId: Id,
    showActivity: z.optional(z.boolean()),
    hideAmbassadorTitle: z.optional(z.boolean()),
    gradientColors: z.optional(z.string()),
    chosenAura: z.optional(Aura),
    whoMayAsk: z.optional(WhoMayAsk),
    profileLinkTextId: z.optional(z.nullable(Id)),
    profileImageTextId: z.optional(z.nullable(Id)),
  }),
);
