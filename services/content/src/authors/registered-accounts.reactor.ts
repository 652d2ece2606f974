import { AccountRegistered } from '@hearsay/contracts';
import type { CommandDefinition, Reactor } from '@hearsay/event-store';
import { type AuthorPair, newAuthorId } from './authorship.js';

const pairAccount: CommandDefinition<AuthorPair, Record<string, never>> = {
  type: 'pair-account',
  plan: () => ({ aggregates: {} }),
  decide: (pair) => ({ events: [], rows: { authorIds: [pair] }, result: {} }),
};

/** Creates the author id at registration, because a row as old as the first anonymous post would reveal the author. */
export const registeredAccountsReactor: Reactor<typeof AccountRegistered> = {
  kind: 'reactor',
  name: 'registered-accounts',
  source: 'identity',
  events: [AccountRegistered],
  commands: ({ data: { accountId } }) => [{ definition: pairAccount, input: { accountId, authorId: newAuthorId() } }],
};
