import * as z from 'zod/mini';
import { Aura, WhoMayAsk } from '../people.js';
import { Id, integer } from '../primitives.js';
import { event } from './definitions.js';

export const Role = z.enum(['ambassador', 'spotlight']);
export type Role = z.infer<typeof Role>;

/** The name is personal, so it is a text of identity under `usernameTextId`. */
export const AccountRegistered = event(
  'identity',
  'AccountRegistered',
  'relayed',
  z.object({ accountId: Id, usernameTextId: Id, isCreator: z.boolean() }),
);
export const RoleGranted = event('identity', 'RoleGranted', 'relayed', z.object({ accountId: Id, role: Role }));
export const RoleRevoked = event('identity', 'RoleRevoked', 'relayed', z.object({ accountId: Id, role: Role }));

export const PasswordResetAllowed = event('identity', 'PasswordResetAllowed', 'relayed', z.object({ accountId: Id }));

/** Hides everything of a person until they return or the time for that ends. `removalId` names this hiding. */
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
/** The account never returns, so services delete its words. */
export const AccountErased = event(
  'identity',
  'AccountErased',
  'relayed',
  z.object({ accountId: Id, removalId: Id, revision: integer(1) }),
);

/** Absent fields are unchanged. Link and picture are personal, so they are texts of identity; null removes them. */
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
