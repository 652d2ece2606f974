import * as z from 'zod/mini';
import { Id } from '../primitives.js';
import { Role } from '../rpc/identity.js';
import { event } from './definitions.js';

/** The name is a personal word: it lies in identity's texts under `usernameTextId`. */
export const AccountRegistered = event(
  'identity',
  'AccountRegistered',
  'internal',
  z.object({ accountId: Id, usernameTextId: Id, isCreator: z.boolean() }),
);
export const RoleGranted = event('identity', 'RoleGranted', 'internal', z.object({ accountId: Id, role: Role }));
export const RoleRevoked = event('identity', 'RoleRevoked', 'internal', z.object({ accountId: Id, role: Role }));
