import { moderationRpc } from '@hearsay/contracts';
import type { CommandPipeline } from '@hearsay/event-store';
import { handlersOf } from '@hearsay/messaging';
import { commandContext } from '@hearsay/service-runtime';
import type pg from 'pg';
import { auditEntries } from './audit.queries.js';
import { blankAct, noteAct } from './note-act.decider.js';

export const auditHandlers = (pipeline: CommandPipeline, pool: pg.Pool) =>
  handlersOf(moderationRpc, {
    audit: async (page) => ({ entries: await auditEntries(pool, page) }),

    async noteMaintenance(input, context) {
      await pipeline.execute(noteAct, { ...input, ...blankAct }, commandContext({ ...context, accountId: null }));
      return {};
    },
  });
