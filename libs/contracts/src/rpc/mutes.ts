import * as z from 'zod/mini';
import { MuteKind } from '../events/identity.js';
import { Id, Instant } from '../primitives.js';
import { contractsOf, Ids } from './rpc.js';

const { command, query } = contractsOf('identity');

/** A viewer sees neither the signed posts of these people nor these questions. Blocked people are among them. */
export const Mutes = z.object({ people: z.array(Id), questions: z.array(Id) });
export type Mutes = z.infer<typeof Mutes>;
export const noMutes: Mutes = { people: [], questions: [] };
/** The gateway knows the viewer's mutes from the session. A service only applies them. */
export const ViewersMutes = z._default(Mutes, noMutes);

/**
 * Of the acting account. `isGone`: the caller found no such question.
 * @throws `invalid_input` for the own account; `not_found`; `conflict` at the limit
 */
export const setMute = command(
  'set-mute',
  { kind: MuteKind, mutedId: Id, isOn: z.boolean(), isGone: z.optional(z.boolean()) },
  { isOn: z.boolean() },
);

/** All of the acting account, newest first. */
export const ownMutes = query(
  'own-mutes',
  {},
  { mutes: z.array(z.object({ kind: MuteKind, mutedId: Id, mutedAt: Instant })) },
);

/** Those of the accounts that block the acting account. */
export const blockersAmong = query('blockers-among', { accountIds: Ids }, { blockerIds: z.array(Id) }, [
  'gateway',
  'content',
]);
