import { type CallContext, moderationRpc, type RpcParsed } from '@hearsay/contracts';
import { CommandPipeline } from '@hearsay/event-store';
import { Handles } from '@hearsay/messaging';
import { commandContext } from '@hearsay/service-runtime';
import { Controller } from '@nestjs/common';
import { AuditQueries } from './audit.queries.js';
import { blankAct, noteAct } from './note-act.decider.js';

@Controller()
export class AuditController {
  constructor(
    private readonly pipeline: CommandPipeline,
    private readonly queries: AuditQueries,
  ) {}

  @Handles(moderationRpc.audit)
  async audit(input: RpcParsed<typeof moderationRpc.audit>) {
    return { entries: await this.queries.newest(input) };
  }

  @Handles(moderationRpc.noteMaintenance)
  async noteMaintenance(input: RpcParsed<typeof moderationRpc.noteMaintenance>, context: CallContext) {
    await this.pipeline.execute(noteAct, { ...input, ...blankAct }, commandContext({ ...context, accountId: null }));
    return {};
  }
}
