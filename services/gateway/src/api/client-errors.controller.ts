import { ClientErrorBody, Success } from '@hearsay/contracts';
import type { Logger } from '@hearsay/service-runtime';
import { Controller, Inject, Req } from '@nestjs/common';
import type { z } from 'zod';
import type { ApiRequest } from '../http/call.js';
import { ApiPost } from '../http/route.js';

/** The token of the gateway's log. */
export const gatewayLog = Symbol('gateway log');

@Controller('api/client-errors')
export class ClientErrorsController {
  constructor(@Inject(gatewayLog) private readonly log: Logger) {}

  @ApiPost('', {
    summary: 'What failed in the web app, for its makers',
    tag: 'Web app',
    body: ClientErrorBody,
    bodyLimit: 4096,
    answer: Success,
    limit: 'client-errors',
  })
  take(@Req() { call }: ApiRequest<z.output<typeof ClientErrorBody>>): { success: true } {
    // Field by field, and nothing of who sent it: the shape has no room for anything personal.
    const { kind, detail, page, build, frames } = call.body;
    this.log.warn(
      { correlationId: call.context.correlationId, clientError: { kind, detail, page, build, frames } },
      'The web app has failed',
    );
    return { success: true };
  }
}
