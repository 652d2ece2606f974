import { AccountRegistered } from '@hearsay/contracts';
import { type Reactor, rowsCommand } from '@hearsay/event-store';
import { type AuthorPair, newAuthorId } from './authorship.js';

const pairAccount = rowsCommand('pair-account', (pair: AuthorPair) => ({ authorIds: [pair] }));

/** Creates the author id at registration, because a row as old as the first anonymous post would reveal the author. */
export const registeredAccountsReactor: Reactor<typeof AccountRegistered> = {
  kind: 'reactor',
  name: 'registered-accounts',
  source: 'identity',
  events: [AccountRegistered],
  commands: ({ data: { accountId } }) => [{ definition: pairAccount, input: { accountId, authorId: newAuthorId() } }],
};
