import { AccountRegistered } from '@hearsay/contracts';
import { type Reactor, rowsCommand } from '@hearsay/event-store';
import { type AuthorPair, newAuthorId } from './authorship.js';

const pairAccount = rowsCommand('pair-account', (pair: AuthorPair) => ({ authorIds: [pair] }));

/**
 * Creates the author id at registration. If the first anonymous post created it, the equal age of both rows would
 * reveal the author.
 */
export const registeredAccountsReactor: Reactor<typeof AccountRegistered> = {
  kind: 'reactor',
  name: 'registered-accounts',
  source: 'identity',
  events: [AccountRegistered],
  commands: ({ data: { accountId } }) => [{ definition: pairAccount, input: { accountId, authorId: newAuthorId() } }],
};
