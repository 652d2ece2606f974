import { BoostBody, Success } from '@hearsay/contracts';
import { Controller, Req } from '@nestjs/common';
import type { ApiRequest } from '../http/call.js';
import { ApiPost } from '../http/route.js';

/** A call that boosts are measured against: it has the same guards, parsing and limits, and is answered here. Production does not have it. */
@Controller('api/bench')
export class NoOpController {
  @ApiPost('no-op', {
    summary: 'Does nothing, for benchmarks',
    tag: 'Benchmarks',
    body: BoostBody,
    bodyLimit: 1024,
    answer: Success,
    needsSession: true,
    limit: 'boosts',
    isWrite: true,
    isBusy: true,
  })
  nothing(@Req() _request: ApiRequest<BoostBody>): { success: true } {
    return { success: true };
  }
}
