import { BoostBody, Success } from '@hearsay/contracts';
import type { ApiRequest } from '../http/call.js';
import { ApiController, ApiPost } from '../http/route.js';

/** A call that boosts are measured against: it has the same guards, parsing and limits, and is answered here. Production does not have it. */
@ApiController('api/bench', 'Benchmarks')
export class NoOpController {
  @ApiPost('no-op', {
    summary: 'Does nothing, for benchmarks',
    body: BoostBody,
    bodyLimit: 1024,
    answer: Success,
    limit: 'boosts',
    isBusy: true,
  })
  nothing(_request: ApiRequest<BoostBody>): { success: true } {
    return { success: true };
  }
}
