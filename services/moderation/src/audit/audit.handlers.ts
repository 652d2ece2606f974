import { moderationRpc } from '@hearsay/contracts';
import type { CommandPipeline } from '@hearsay/event-store';
import { handlersOf } from '@hearsay/messaging';
import { commandContext } from '@hearsay/service-runtime';
import type pg from 'pg';
import { readAuditEntries } from './audit.queries.js';
import { actWithoutDetails, noteAct } from './note-act.decider.js';

export const auditHandlers = (pipeline: CommandPipeline, pool: pg.Pool) =>
  handlersOf(moderationRpc, {
    audit: async (page) => ({ entries: await readAuditEntries(pool, page) }),

    async noteMaintenance(input, context) {
      await pipeline.execute(
        noteAct,
        { ...input, ...actWithoutDetails },
        commandContext({ ...context, accountId: null }),
      );
      return {};
    },
  });
