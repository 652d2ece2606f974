import { type CallContext, contentRpc, type RpcParsed } from '@hearsay/contracts';
import { CommandPipeline } from '@hearsay/event-store';
import { Handles } from '@hearsay/messaging';
import { commandContext } from '@hearsay/service-runtime';
import { Controller } from '@nestjs/common';
import { latchReveal } from './latch-reveal.decider.js';

@Controller()
export class RevealController {
  constructor(private readonly pipeline: CommandPipeline) {}

  @Handles(contentRpc.latchReveal)
  latchReveal(input: RpcParsed<typeof contentRpc.latchReveal>, context: CallContext) {
    const { idempotencyKey: _key, ...withoutKey } = context;
    return this.pipeline.execute(latchReveal, input, commandContext(withoutKey));
  }
}
