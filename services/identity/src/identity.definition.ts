import { readMigrations, rowsDeleter, rowsInserter } from '@hearsay/event-store';
import { eraseTexts, type ServiceDefinition, writeTexts } from '@hearsay/service-runtime';
import { accountAggregate } from './accounts/account.decider.js';
import { deleteAccountRows } from './accounts/account.sql.js';
import { createAccountDependencies } from './accounts/account-dependencies.js';
import { AccountRemovals } from './accounts/account-removals.js';
import { accountsHandlers } from './accounts/accounts.handlers.js';
import { accountRows } from './accounts/accounts.projection.js';
import { creatorsProjector, levelsProjector } from './accounts/accounts.projector.js';
import { AskPermissions } from './accounts/ask-permissions.js';
import { ReservedUsernames } from './accounts/usernames.js';
import type { IdentityConfig } from './config.js';
import { muteAggregate } from './mutes/mute.decider.js';
import { muteHandlers } from './mutes/mute.handlers.js';
import { muteRows } from './mutes/mute.projection.js';
import { MuteQueries } from './mutes/mute.queries.js';
import { writePasswordResets } from './sessions/credentials.js';
import { FounderLinks, printFirstFounderLink } from './sign-in/founder-links.js';
import { PasswordChanges } from './sign-in/password-changes.js';
import { sessionsHandlers } from './sign-in/sessions.handlers.js';
import { SignIn } from './sign-in/sign-in.js';

const minuteMs = 60_000;

export const identity: ServiceDefinition<IdentityConfig> = {
  name: 'identity',
  migrations: readMigrations(new URL('../migrations/', import.meta.url)),
  build: ({ config, pool, rpc, log, publish, now }) => ({
    aggregates: [accountAggregate, muteAggregate],
    readModels: [accountRows, muteRows],
    writers: {
      texts: writeTexts,
      replacedTexts: eraseTexts,
      erasedAccounts: deleteAccountRows,
      removalAttempts: rowsDeleter('removal_attempts', 'removal_id'),
      credentials: rowsInserter('credentials'),
      resets: writePasswordResets,
      usedFounderLinks: rowsDeleter('founder_links', 'token_hash'),
    },
    assemble: (pipeline) => {
      const parts = createAccountDependencies({ pool, pipeline, log, publish, now });
      const mutes = new MuteQueries(pool);
      const founderLinks = new FounderLinks(parts);
      const removals = new AccountRemovals({ ...parts, rpc });
      const reserved = new ReservedUsernames(config.PROTECTED_USERNAMES);
      const signIn = new SignIn({ ...parts, reserved, removals, founderLinks });
      return {
        handlers: [
          sessionsHandlers({
            ...parts,
            signIn,
            founderLinks,
            passwordChanges: new PasswordChanges({ ...parts, signIn }),
          }),
          accountsHandlers({
            ...parts,
            removals,
            whoMayAsk: new AskPermissions({ rpc, people: parts.people, mutes }),
            protectedNames: config.PROTECTED_USERNAMES,
          }),
          muteHandlers({ ...parts, mutes }),
        ],
        consumers: [levelsProjector, creatorsProjector],
        sweeps: [
          { name: 'ended sessions', everyMs: 60 * minuteMs, sweep: () => parts.sessions.sweep() },
          { name: 'deleted accounts', everyMs: minuteMs, sweep: () => removals.sweep() },
        ],
        async start() {
          await parts.passwords.prepareDecoyHash();
          // On a development system, `npm start` prints the link itself.
          if (config.NODE_ENV === 'production') await printFirstFounderLink(founderLinks, config.PUBLIC_URL, log);
        },
      };
    },
  }),
};
