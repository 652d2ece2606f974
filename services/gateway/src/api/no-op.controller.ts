import { BoostBody, Success } from '@hearsay/contracts';
import { Controller, Req } from '@nestjs/common';
import type { ApiRequest } from '../http/call.js';
import { ApiPost } from '../http/route.js';

/** Measured against boosts: the same guards, parsing and limits, answered here. Not there in production. */
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
