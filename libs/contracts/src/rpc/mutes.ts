import * as z from 'zod/mini';
import { MuteKind } from '../events/identity.js';
import { Id, Instant } from '../primitives.js';
import { contractsOf, Ids } from './rpc.js';

const { command, query } = contractsOf('identity');

/**
 * People and questions that a viewer has muted. Blocked people are included. Reads leave out these questions, and the
 * signed posts of these people.
 */
export const Mutes = z.object({ people: z.array(Id), questions: z.array(Id) });
export type Mutes = z.infer<typeof Mutes>;
export const noMutes: Mutes = { people: [], questions: [] };
/** The viewer's mutes, which the gateway knows from the session and sends to the service. */
export const ViewersMutes = z._default(Mutes, noMutes);

/**
 * Sets a mute or block of the acting account. With `isGone` the gateway has found no such question.
 * @throws `invalid_input` for the own account, `not_found`, or `conflict` at the limit
 */
export const setMute = command(
  'set-mute',
  { kind: MuteKind, mutedId: Id, isOn: z.boolean(), isGone: z.optional(z.boolean()) },
  { isOn: z.boolean() },
);

/** All mutes and blocks of the acting account, newest first. */
export const ownMutes = query(
  'own-mutes',
  {},
  { mutes: z.array(z.object({ kind: MuteKind, mutedId: Id, mutedAt: Instant })) },
);

/** Returns those of the accounts that block the acting account. */
export const blockersAmong = query('blockers-among', { accountIds: Ids }, { blockerIds: z.array(Id) }, [
  'gateway',
  'content',
]);
