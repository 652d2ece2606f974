import { ClientErrorBody, Success } from '@hearsay/contracts';
import type { Logger } from '@hearsay/service-runtime';
import { Inject } from '@nestjs/common';
import type { WithBody } from '../http/call.js';
import { ApiController, ApiPost } from '../http/route.js';

/** The token of the gateway's log. */
export const gatewayLog = Symbol('gateway log');

@ApiController('api/client-errors', 'Web app')
export class ClientErrorsController {
  constructor(@Inject(gatewayLog) private readonly log: Logger) {}

  @ApiPost('', {
    summary: 'What failed in the web app, for its makers',
    isWrite: false,
    body: ClientErrorBody,
    bodyLimit: 4096,
    answer: Success,
    limit: 'client-errors',
  })
  take({ call }: WithBody<typeof ClientErrorBody>): { success: true } {
    // Field by field, and nothing of who sent it: the shape has no room for anything personal.
    const { kind, detail, page, build, frames } = call.body;
    this.log.warn(
      { correlationId: call.context.correlationId, clientError: { kind, detail, page, build, frames } },
      'The web app has failed',
    );
    return { success: true };
  }
}
