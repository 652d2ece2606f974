import { randomUUID } from 'node:crypto';
import { contentRpc, deadlineIn } from '@hearsay/contracts';
import { CommandPipeline, migrationsIn } from '@hearsay/event-store';
import { eraseTexts, type ServiceDefinition } from '@hearsay/service-runtime';
import { accountAggregate } from './accounts/account.decider.js';
import { eraseAccounts, writeTexts } from './accounts/account.sql.js';
import { AccountRemovals } from './accounts/account-removals.js';
import { AccountsController, ProtectedNames, WipeSubjectsController } from './accounts/accounts.controller.js';
import { accountRows } from './accounts/accounts.projection.js';
import { creatorsProjector } from './accounts/creators.projector.js';
import { levelsProjector } from './accounts/levels.projector.js';
import { OwnPosts } from './accounts/own-posts.js';
import { PeopleLists, PeopleQueries } from './accounts/people.queries.js';
import { RemovalAttempts, strikeAttempts } from './accounts/removal-attempts.js';
import { Roles } from './accounts/roles.js';
import { ReservedUsernames } from './accounts/usernames.js';
import { WhoMayAsk } from './accounts/who-may-ask.js';
import type { IdentityConfig } from './config.js';
import { BootstrapRoles } from './roles/bootstrap-roles.js';
import { Credentials, writeCredentials, writePasswordResets } from './sessions/credentials.js';
import { Passwords } from './sessions/passwords.js';
import { SessionEnds, Sessions } from './sessions/sessions.js';
import { PasswordChanges } from './sign-in/password-changes.js';
import { SessionsController } from './sign-in/sessions.controller.js';
import { SignIn } from './sign-in/sign-in.js';

const readModels = [accountRows];
const consumers = [levelsProjector, creatorsProjector];

const pictureTimeoutMs = 10_000;
const minuteMs = 60_000;
const pictureDeadline = () => deadlineIn(pictureTimeoutMs);

export const identity: ServiceDefinition<IdentityConfig> = {
  name: 'identity',
  migrations: migrationsIn(new URL('../migrations/', import.meta.url)),
  build: ({ config, pool, rpc, log, publish }) => ({
    aggregates: [accountAggregate],
    readModels,
    writers: {
      texts: writeTexts,
      replacedTexts: eraseTexts,
      erasedAccounts: eraseAccounts,
      removalAttempts: strikeAttempts,
      credentials: writeCredentials,
      resets: writePasswordResets,
    },
    assemble: (pipeline) => {
      const credentials = new Credentials(pool);
      const passwords = new Passwords();
      const sessions = new Sessions({ pool, log });
      const people = new PeopleQueries(pool);
      const lists = new PeopleLists(pool);
      const roles = new Roles({ pipeline, credentials });
      const bootstrapRoles = new BootstrapRoles({
        pool,
        credentials,
        people,
        roles,
        lists: { ambassador: config.BOOTSTRAP_AMBASSADORS, spotlight: config.BOOTSTRAP_SPOTLIGHTS },
        log,
      });
      const ends = new SessionEnds(publish);
      const removePicture = (key: string) =>
        rpc.call(
          contentRpc.removePicture,
          { key },
          { correlationId: randomUUID(), accountId: null, deadline: pictureDeadline() },
        );
      const removals = new AccountRemovals({
        pool,
        people,
        pipeline,
        credentials,
        passwords,
        sessions,
        ends,
        attempts: new RemovalAttempts(pool),
        posts: new OwnPosts(rpc),
        removePicture,
      });
      const signIn = new SignIn({
        pipeline,
        credentials,
        passwords,
        sessions,
        people,
        reserved: new ReservedUsernames(config.PROTECTED_USERNAMES),
        removals,
      });
      return {
        controllers: [SessionsController, AccountsController, WipeSubjectsController],
        providers: [
          { provide: SignIn, useValue: signIn },
          { provide: Sessions, useValue: sessions },
          { provide: CommandPipeline, useValue: pipeline },
          { provide: Credentials, useValue: credentials },
          { provide: PeopleQueries, useValue: people },
          { provide: PeopleLists, useValue: lists },
          { provide: WhoMayAsk, useValue: new WhoMayAsk({ rpc, people, lists }) },
          { provide: ProtectedNames, useValue: new ProtectedNames(config.PROTECTED_USERNAMES) },
          { provide: Roles, useValue: roles },
          { provide: SessionEnds, useValue: ends },
          { provide: AccountRemovals, useValue: removals },
          {
            provide: PasswordChanges,
            useValue: new PasswordChanges({ pool, pipeline, credentials, passwords, sessions, signIn, ends }),
          },
        ],
        consumers,
        sweeps: [
          { name: 'ended sessions', everyMs: 60 * minuteMs, sweep: () => sessions.sweep() },
          { name: 'deleted accounts', everyMs: minuteMs, sweep: () => removals.sweep() },
        ],
        async start() {
          await passwords.prepare();
          await bootstrapRoles.apply();
        },
        stop: () => bootstrapRoles.stop(),
      };
    },
  }),
};
