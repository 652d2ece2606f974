import { steadyNow } from '@hearsay/contracts';
import { Locks, readMigrations } from '@hearsay/event-store';
import { type ServiceDefinition, writeTexts } from '@hearsay/service-runtime';
import { auditReactors } from './audit/acts.reactor.js';
import { auditHandlers } from './audit/audit.handlers.js';
import { auditRows } from './audit/audit.projection.js';
import { actAggregate } from './audit/note-act.decider.js';
import type { ModerationConfig } from './config.js';
import { removedContentsProjector } from './reports/removed-contents.projector.js';
import { eraseReportTexts, reportAggregate } from './reports/report.decider.js';
import { reportHandlers } from './reports/report.handlers.js';
import { reportRows } from './reports/report.projection.js';
import { ReportQueries } from './reports/report.queries.js';
import { deleteReportTexts, writeDueErasures, writeLockedReports, writeOpenedPreviews } from './reports/report.sql.js';
import { eraseReportedWords } from './reports/reported-words.js';
import { erasedAccountsReactor, revealsReactor } from './reports/reports.reactor.js';
import { PostVisibility } from './wipes/post-visibility.js';
import { runningWipeAggregate, wipeAggregate, wipesWakeSubject } from './wipes/wipe.decider.js';
import { wipeHandlers } from './wipes/wipe.handlers.js';
import { wipeRows } from './wipes/wipe.projection.js';
import { WipeQueries } from './wipes/wipe.queries.js';
import { deleteWipeTasks, writeWipeCounts, writeWipeTasks } from './wipes/wipe.sql.js';
import { WipeRunner } from './wipes/wipe-runner.js';

const erasureTimeoutMs = 10_000;
const sweepEveryMs = 60_000;
/** This sweep also finds tasks of a process that was killed before it sent its wake-up message. */
const sweepTasksEveryMs = 30_000;

export const moderation: ServiceDefinition<ModerationConfig> = {
  name: 'moderation',
  migrations: readMigrations(new URL('../migrations/', import.meta.url)),
  build: ({ config, pool, rpc, log }) => ({
    aggregates: [reportAggregate, wipeAggregate, runningWipeAggregate, actAggregate],
    readModels: [reportRows, wipeRows, auditRows],
    writers: {
      texts: writeTexts,
      locked: writeLockedReports,
      opened: writeOpenedPreviews,
      erasures: writeDueErasures,
      erased: deleteReportTexts,
      wipeTasks: writeWipeTasks,
      endedTasks: deleteWipeTasks,
      wipeCounts: writeWipeCounts,
    },
    assemble(pipeline) {
      const reports = new ReportQueries(pool);
      const wipes = new WipeQueries(pool);
      const posted = new PostVisibility(rpc);
      const locks = new Locks(pool, log);
      const runner = new WipeRunner(wipes, posted, pipeline, locks);
      return {
        handlers: [
          reportHandlers(pipeline, reports, rpc),
          wipeHandlers(pipeline, wipes, posted, runner),
          auditHandlers(pipeline, pool),
        ],
        consumers: [
          removedContentsProjector,
          revealsReactor(reports, rpc),
          erasedAccountsReactor(reports),
          ...auditReactors,
        ],
        sweeps: [
          { name: 'words of removed content', everyMs: sweepEveryMs, sweep: () => eraseReportedWords(pool) },
          {
            name: 'erasures-of-reports',
            everyMs: sweepTasksEveryMs,
            redisUrl: config.REDIS_URL,
            due: () => reports.dueErasures(),
            run: ({ id }) =>
              pipeline.execute(
                eraseReportTexts,
                { reportIds: [id] },
                { accountId: null, correlationId: null, deadline: steadyNow() + erasureTimeoutMs },
              ),
          },
          {
            name: 'wipes',
            everyMs: sweepTasksEveryMs,
            wokenBy: wipesWakeSubject,
            redisUrl: config.REDIS_URL,
            due: () => wipes.dueTasks(),
            run: ({ id }) => runner.runToEnd(id),
          },
        ],
        async stop() {
          await runner.stop();
          await locks.close();
        },
      };
    },
  }),
};
