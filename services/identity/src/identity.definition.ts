import { migrationsIn, rowsDeleter, rowsInserter } from '@hearsay/event-store';
import { eraseTexts, type ServiceDefinition, writeTexts } from '@hearsay/service-runtime';
import { accountAggregate } from './accounts/account.decider.js';
import { eraseAccounts } from './accounts/account.sql.js';
import { accountParts } from './accounts/account-parts.js';
import { AccountRemovals } from './accounts/account-removals.js';
import { accountsHandlers } from './accounts/accounts.handlers.js';
import { accountRows } from './accounts/accounts.projection.js';
import { creatorsProjector, levelsProjector } from './accounts/accounts.projector.js';
import { ReservedUsernames } from './accounts/usernames.js';
import { WhoMayAsk } from './accounts/who-may-ask.js';
import type { IdentityConfig } from './config.js';
import { BootstrapRoles } from './roles/bootstrap-roles.js';
import { writePasswordResets } from './sessions/credentials.js';
import { PasswordChanges } from './sign-in/password-changes.js';
import { sessionsHandlers } from './sign-in/sessions.handlers.js';
import { SignIn } from './sign-in/sign-in.js';

const minuteMs = 60_000;

export const identity: ServiceDefinition<IdentityConfig> = {
  name: 'identity',
  migrations: migrationsIn(new URL('../migrations/', import.meta.url)),
  build: ({ config, pool, rpc, log, publish }) => ({
    aggregates: [accountAggregate],
    readModels: [accountRows],
    writers: {
      texts: writeTexts,
      replacedTexts: eraseTexts,
      erasedAccounts: eraseAccounts,
      removalAttempts: rowsDeleter('removal_attempts', 'removal_id'),
      credentials: rowsInserter('credentials'),
      resets: writePasswordResets,
    },
    assemble: (pipeline) => {
      const parts = accountParts({ pool, pipeline, log, publish });
      const bootstrapLists = { ambassador: config.BOOTSTRAP_AMBASSADORS, spotlight: config.BOOTSTRAP_SPOTLIGHTS };
      const bootstrapRoles = new BootstrapRoles({ ...parts, lists: bootstrapLists });
      const removals = new AccountRemovals({ ...parts, rpc });
      const reserved = new ReservedUsernames(config.PROTECTED_USERNAMES);
      const signIn = new SignIn({ ...parts, reserved, removals });
      return {
        handlers: [
          sessionsHandlers({ ...parts, signIn, passwordChanges: new PasswordChanges({ ...parts, signIn }) }),
          accountsHandlers({
            ...parts,
            removals,
            whoMayAsk: new WhoMayAsk({ rpc, people: parts.people }),
            protectedNames: config.PROTECTED_USERNAMES,
          }),
        ],
        consumers: [levelsProjector, creatorsProjector],
        sweeps: [
          { name: 'ended sessions', everyMs: 60 * minuteMs, sweep: () => parts.sessions.sweep() },
          { name: 'deleted accounts', everyMs: minuteMs, sweep: () => removals.sweep() },
        ],
        async start() {
          await parts.passwords.prepare();
          await bootstrapRoles.apply();
        },
        stop: () => bootstrapRoles.stop(),
      };
    },
  }),
};
