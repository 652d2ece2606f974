import { ClientErrorBody, Success } from '@hearsay/contracts';
import type { Logger } from '@hearsay/service-runtime';
import { Inject } from '@nestjs/common';
import type { WithBody } from '../http/call.js';
import { ApiController, ApiPost } from '../http/route.js';

export const gatewayLog = Symbol('gateway log');

@ApiController('api/client-errors', 'Web app')
export class ClientErrorsController {
  constructor(@Inject(gatewayLog) private readonly log: Logger) {}

  @ApiPost('', {
    summary: 'What failed in the web app, for its makers',
    takesKey: false,
    body: ClientErrorBody,
    bodyLimit: 4096,
    answer: Success,
    limit: 'client-errors',
  })
  take({ call }: WithBody<typeof ClientErrorBody>): { success: true } {
    // Copies named fields only, so that nothing about the sender is logged.
    const { kind, detail, page, build, frames } = call.body;
    this.log.warn(
      { correlationId: call.context.correlationId, clientError: { kind, detail, page, build, frames } },
      'The web app has failed',
    );
    return { success: true };
  }
}
