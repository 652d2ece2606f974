import { type CallContext, engagementRpc, type RpcParsed } from '@hearsay/contracts';
import { Handles } from '@hearsay/messaging';
import { Controller } from '@nestjs/common';
import { CountsQueries } from './counts.queries.js';

@Controller()
export class CountsController {
  constructor(private readonly queries: CountsQueries) {}

  @Handles(engagementRpc.contentCounts)
  async contentCounts(input: RpcParsed<typeof engagementRpc.contentCounts>, context: CallContext) {
    return { counts: await this.queries.contentCounts(input.items, context) };
  }
}
