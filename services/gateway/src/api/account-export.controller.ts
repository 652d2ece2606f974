import type { Readable } from 'node:stream';
import { AccountExport, Refusal } from '@hearsay/contracts';
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
  async export({ call, params: { id } }: ApiRequest, reply: FastifyReply): Promise<Readable> {
    if (id !== signedIn(call).accountId) throw new Refusal('forbidden', 'You may download only what is your own');
    const file = await this.exports.open(call.context);
    const today = new Date().toISOString().slice(0, 10);
    void reply.type('application/json; charset=utf-8').headers({
      'content-disposition': `attachment; filename="hearsay-${today}.json"`,
      'cache-control': 'private, no-store',
    });
    return file;
  }
}
