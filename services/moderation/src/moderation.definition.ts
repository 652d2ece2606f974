import { CommandPipeline } from '@hearsay/event-store';
import { RpcClient } from '@hearsay/messaging';
import { DueJobs, type ServiceDefinition } from '@hearsay/service-runtime';
import { removalsReactor, repostRemovalsReactor, rolesReactor } from './audit/acts.reactors.js';
import { AuditController } from './audit/audit.controller.js';
import { auditRows } from './audit/audit.projection.js';
import { AuditQueries } from './audit/audit.queries.js';
import { actAggregate } from './audit/note-act.decider.js';
import type { ModerationConfig } from './config.js';
import { migrations } from './migrations.js';
import { erasedAccountsReactor } from './reports/erased-accounts.reactor.js';
import { eraseWords, erasuresSubject, reportOfErasure } from './reports/keep-words.decider.js';
import { LockedWords } from './reports/locked-words.js';
import { removedContentsProjector } from './reports/removed-contents.projector.js';
import { reportAggregate } from './reports/report.aggregates.js';
import { ReportController } from './reports/report.controller.js';
import { reportRows } from './reports/report.projection.js';
import { ReportQueries } from './reports/report.queries.js';
import { strikeErased, writeErasures, writeLocked, writeOpened, writeTexts } from './reports/report.writers.js';
import { revealsReactor } from './reports/reveals.reactor.js';

/** How long an erasure may take; then the next sweep tries it again. */
const erasureTimeoutMs = 10_000;

export const moderation: ServiceDefinition<ModerationConfig> = {
  name: 'moderation',
  migrations,
  build: ({ config, pool, connection, rpc, log }) => ({
    aggregates: [reportAggregate, actAggregate],
    readModels: [reportRows, auditRows],
    writers: { texts: writeTexts, locked: writeLocked, opened: writeOpened, erasures: writeErasures, erased: strikeErased },
    assemble(pipeline) {
      const reports = new ReportQueries(pool);
      const locked = new LockedWords(reports, rpc);
      let erasures: DueJobs | undefined;
      return {
        controllers: [ReportController, AuditController],
        providers: [
          { provide: CommandPipeline, useValue: pipeline },
          { provide: RpcClient, useValue: rpc },
          { provide: ReportQueries, useValue: reports },
          { provide: LockedWords, useValue: locked },
          { provide: AuditQueries, useValue: new AuditQueries(pool) },
        ],
        consumers: [
          removedContentsProjector,
          revealsReactor(locked),
          erasedAccountsReactor(reports),
          removalsReactor,
          repostRemovalsReactor,
          rolesReactor,
        ],
        async start() {
          erasures = new DueJobs({
            queue: 'erasures-of-reports',
            redisUrl: config.REDIS_URL,
            prefix: config.SUBJECT_PREFIX,
            connection,
            subject: erasuresSubject,
            due: () => reports.dueErasures(),
            run: (job) =>
              pipeline.execute(
                eraseWords,
                { reportIds: [reportOfErasure(job)] },
                { accountId: null, correlationId: null, deadline: Date.now() + erasureTimeoutMs },
              ),
            log,
          });
        },
        isDone: async () => !(await reports.hasDueErasure()),
        stop: async () => erasures?.stop(),
      };
    },
  }),
};
