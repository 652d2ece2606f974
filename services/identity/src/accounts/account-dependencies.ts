import { type LiveSession, liveSubjects } from '@hearsay/contracts';
import type { CommandPipeline } from '@hearsay/event-store';
import type { Logger } from '@hearsay/service-runtime';
import type pg from 'pg';
import { Credentials } from '../sessions/credentials.js';
import { Passwords } from '../sessions/passwords.js';
import { Sessions } from '../sessions/sessions.js';
import { PeopleQueries } from './people.queries.js';
import { RemovalAttempts } from './removal-attempts.js';

interface AccountEnvironment {
  readonly pool: pg.Pool;
  readonly pipeline: CommandPipeline;
  readonly log: Pick<Logger, 'warn'>;
  readonly publish: (subject: string, data: object) => void;
  readonly now: () => number;
}

export const createAccountDependencies = ({ pool, pipeline, log, publish, now }: AccountEnvironment) => ({
  pool,
  pipeline,
  log,
  now,
  people: new PeopleQueries(pool),
  credentials: new Credentials(pool),
  passwords: new Passwords(),
  sessions: new Sessions({ pool, log, now }),
  announceEndedSessions(tokenHashes: readonly string[]): void {
    for (const tokenHash of tokenHashes)
      publish(liveSubjects.sessions, { tokenHash, accountId: null } satisfies LiveSession);
  },
  attempts: new RemovalAttempts(pool),
});

export type AccountDependencies = Readonly<ReturnType<typeof createAccountDependencies>>;
