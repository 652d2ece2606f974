import { Feed, FeedQuery } from '@hearsay/contracts';
import type { FastifyReply } from 'fastify';
import type { WithQuery } from '../http/call.js';
import { sendEncoded } from '../http/compression.js';
import { ApiController, ApiGet } from '../http/route.js';
import { FeedPages } from '../read/feed-pages.js';

@ApiController('api/feed', 'Feed')
export class FeedController {
  constructor(private readonly pages: FeedPages) {}

  @ApiGet('', {
    summary: 'A page of questions, episodes and reposts; X-Feed-Anchor of the answer asks for the next one',
    query: FeedQuery,
    answer: Feed,
    answerHeaders: ['X-Feed-Anchor'],
    isPolled: true,
    refusals: ['anchor_expired'],
  })
  async feed(request: WithQuery<typeof FeedQuery>, reply: FastifyReply): Promise<string> {
    const { query, context } = request.call;
    const followersOnly = query.followersOnly === 'true';
    const wanted = {
      sort: query.sortBy,
      anchor: query.anchor ?? null,
      page: query.page,
      limit: query.limit,
      followersOnly,
    };
    const { encoded, anchor } = await this.pages.page(wanted, context);
    if (anchor !== null) void reply.header('x-feed-anchor', anchor);
    return sendEncoded(reply, encoded);
  }
}
