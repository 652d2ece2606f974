import type { ServiceDefinition } from '@hearsay/service-runtime';
import { accountKind } from './account.decider.js';
import { AccountsController } from './accounts.controller.js';
import { accountRows } from './accounts.projection.js';
import type { IdentityConfig } from './config.js';
import { Credentials, writeCredentials } from './credentials.js';
import { levelsCopy } from './levels.copy.js';
import { migrations } from './migrations.js';
import { Passwords } from './passwords.js';
import { PeopleQueries } from './people.queries.js';
import { Roles } from './roles.js';
import { publishLiveToken, SessionsController } from './sessions.controller.js';
import { Sessions, writeSessions } from './sessions.js';
import { SignIn } from './sign-in.js';
import { writeTexts } from './texts.js';
import { ReservedUsernames } from './usernames.js';

export const readModels = [accountRows];
export const consumers = [levelsCopy];

export const identity: ServiceDefinition<IdentityConfig> = {
  name: 'identity',
  migrations,
  build: ({ config, pool, log, publish }) => ({
    kinds: [accountKind],
    readModels,
    writers: { texts: writeTexts, credentials: writeCredentials, sessions: writeSessions },
    assemble: (pipeline) => {
      const credentials = new Credentials(pool);
      const passwords = new Passwords();
      const sessions = new Sessions({ pool, log });
      const people = new PeopleQueries(pool);
      const roles = new Roles({
        pipeline,
        credentials,
        log,
        bootstrap: { ambassador: config.BOOTSTRAP_AMBASSADORS, spotlight: config.BOOTSTRAP_SPOTLIGHTS },
      });
      const signIn = new SignIn({
        pipeline,
        credentials,
        passwords,
        sessions,
        people,
        reserved: new ReservedUsernames(config.PROTECTED_USERNAMES),
        bootstrapRolesOf: (username) => roles.bootstrapRolesOf(username),
      });
      return {
        controllers: [SessionsController, AccountsController],
        providers: [
          { provide: SignIn, useValue: signIn },
          { provide: Sessions, useValue: sessions },
          { provide: Credentials, useValue: credentials },
          { provide: PeopleQueries, useValue: people },
          { provide: Roles, useValue: roles },
          { provide: publishLiveToken, useValue: publish },
        ],
        consumers,
        async start() {
          await passwords.prepare();
          await roles.grantBootstrapRoles();
          sessions.startSweeping();
        },
        async stop() {
          roles.stop();
          sessions.stopSweeping();
        },
      };
    },
  }),
};
