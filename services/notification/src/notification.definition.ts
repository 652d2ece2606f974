import { readMigrations } from '@hearsay/event-store';
import { authorsOfContent, logUnreadableSeals, SealedAuthors, type ServiceDefinition } from '@hearsay/service-runtime';
import type { NotificationConfig } from './config.js';
import {
  boostActAggregate,
  boostGroupAggregate,
  inboxAggregate,
  readStateAggregate,
  replyGroupAggregate,
  singleNoticeAggregate,
} from './inbox/inbox.aggregates.js';
import { inboxHandlers } from './inbox/inbox.handlers.js';
import { inboxRows } from './inbox/inbox.projection.js';
import { InboxQueries } from './inbox/inbox.queries.js';
import { writeMarks } from './inbox/inbox.sql.js';
import { InboxKeys } from './inbox/inbox-keys.js';
import { OverlayQueries } from './inbox/overlays.queries.js';
import { InboxSweep } from './inbox/sweep.js';
import { answersReactor } from './notices/answers.reactor.js';
import { boostsReactor } from './notices/boosts.reactor.js';
import { contentReactor } from './notices/content.reactor.js';
import { actsReactor, asksReactor, levelsReactor, moderationReactor, rolesReactor } from './notices/notices.reactor.js';
import { loweredOpeningsReactor, openingsReactor } from './notices/openings.reactor.js';
import {
  ambassadorsProjector,
  contentOverlaysProjector,
  readAmbassadors,
  reportsProjector,
  undoneActsProjector,
} from './overlays/overlays.projector.js';
import { PreferencesQueries, writePreferences } from './preferences/preferences.sql.js';

/** Queries hide the rows that a sweep will delete, so sweeps can be rare. */
const sweepEveryMs = 10 * 60_000;

export const notification: ServiceDefinition<NotificationConfig> = {
  name: 'notification',
  migrations: readMigrations(new URL('../migrations/', import.meta.url)),
  build: ({ config, pool, rpc, log, metrics, now }) => {
    const seals = new SealedAuthors(config, 'notification', logUnreadableSeals(log, metrics));
    const authors = authorsOfContent(rpc);
    const keys = new InboxKeys(seals, authors);
    const readings = readStateAggregate(seals);
    return {
      aggregates: [
        inboxAggregate,
        readings,
        boostGroupAggregate,
        replyGroupAggregate,
        boostActAggregate,
        singleNoticeAggregate,
      ],
      readModels: [inboxRows(seals, keys)],
      writers: { marks: writeMarks(seals), preferences: writePreferences },
      assemble: (pipeline) => {
        const preferences = new PreferencesQueries(pool);
        const overlays = new OverlayQueries(pool, seals);
        const openings = { rpc, keys, preferences, now };
        const sweep = new InboxSweep(pool, seals, keys, authors);
        return {
          handlers: [
            inboxHandlers(pipeline, new InboxQueries(pool, seals, keys, overlays, preferences), preferences, keys),
          ],
          consumers: [
            contentReactor(keys, readings),
            boostsReactor(keys, readings),
            openingsReactor(openings),
            loweredOpeningsReactor(openings),
            levelsReactor(keys),
            asksReactor(keys),
            actsReactor(keys),
            answersReactor({ rpc, keys }),
            moderationReactor(keys, () => readAmbassadors(pool)),
            rolesReactor(keys),
            ambassadorsProjector,
            contentOverlaysProjector,
            reportsProjector,
            undoneActsProjector,
          ],
          sweeps: [{ name: 'inboxes', everyMs: sweepEveryMs, startsLate: true, sweep: () => sweep.sweep() }],
        };
      },
    };
  },
};
