import { eventually } from '@hearsay/testing';
import type { Client } from './client.ts';
import { connectAsOwner } from './replay/read-models.ts';
import { killAndAwaitRestart, type System } from './system.ts';

/** Dates a deletion back by more than the 72 hours in which it can be undone. */
const longAgo = "update accounts set hidden_at = hidden_at - interval '73 hours' where account_id = $1";
const isErased = 'select from accounts where account_id = $1 and is_erased';

/** Deletes and erases an account, but keeps its anonymous posts. `erasing` can act before and after its `erase()`. */
export const eraseAccount = async (
  system: System,
  person: Client,
  erasing = (erase: () => Promise<void>) => erase(),
): Promise<void> => {
  const { id } = person.user;
  await person.deleteAccount('keep');
  const identity = await connectAsOwner(system, 'identity');
  await erasing(async () => {
    await identity.query(longAgo, [id]);
    // The identity service erases due accounts when it starts.
    await killAndAwaitRestart(system, 'identity');
    await eventually('the account is erased', async () => (await identity.query(isErased, [id])).rowCount === 1);
  });
  await identity.end();
};
