import { moderationRpc, type RpcOutput, type RpcParsed } from '@hearsay/contracts';
import { Handles } from '@hearsay/messaging';
import { Controller } from '@nestjs/common';
import { AuditQueries } from './audit.queries.js';

@Controller()
export class AuditController {
  constructor(private readonly queries: AuditQueries) {}

  @Handles(moderationRpc.audit)
  async audit(input: RpcParsed<typeof moderationRpc.audit>): Promise<RpcOutput<typeof moderationRpc.audit>> {
    return { entries: await this.queries.newest(input) };
  }
}
