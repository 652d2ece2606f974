import { AccountExport, Refusal } from '@hearsay/contracts';
import { Param, Req, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type ApiRequest, signedIn } from '../http/call.js';
import { ApiController, ApiGet } from '../http/route.js';
import { AccountExports } from '../read/account-exports.js';

@ApiController('api/users', 'Own account')
export class AccountExportController {
  constructor(private readonly exports: AccountExports) {}

  @ApiGet(':id/export', {
    summary: 'Everything of one’s own as one JSON file, streamed',
    answer: AccountExport,
    answerHeaders: ['Content-Disposition'],
    needsSession: true,
    limit: 'exports',
  })
  async export(@Param('id') id: string, @Req() { call }: ApiRequest, @Res() reply: FastifyReply): Promise<void> {
    if (id !== signedIn(call).accountId) throw new Refusal('forbidden', 'You may download only what is your own');
    const file = await this.exports.open(call.context);
    const today = new Date().toISOString().slice(0, 10);
    await reply
      .headers({
        'content-disposition': `attachment; filename="hearsay-${today}.json"`,
        'cache-control': 'private, no-store',
      })
      .type('application/json; charset=utf-8')
      .send(file);
  }
}
