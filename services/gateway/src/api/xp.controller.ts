import { gamificationRpc, Id, limits, Refusal, XpActivity } from '@hearsay/contracts';
import { RpcClient } from '@hearsay/messaging';
import { Controller, Param, Req } from '@nestjs/common';
import { z } from 'zod';
import { type ApiRequest, signedIn } from '../http/call.js';
import { ApiGet } from '../http/route.js';
import { presentXpActivity } from '../present/xp-activity.js';

/** `before` is the id of the last entry that was seen. */
export const BeforeQuery = z.object({ before: z.optional(Id) });

@Controller('api/users')
export class XpController {
  constructor(private readonly rpc: RpcClient) {}

  @ApiGet(':id/xp-activities', {
    summary: "One's own XP, newest first",
    tag: 'XP',
    query: BeforeQuery,
    answer: z.array(XpActivity),
    needsSession: true,
    isPolled: true,
    refusals: ['forbidden'],
  })
  async activities(
    @Param('id') id: string,
    @Req() { call }: ApiRequest<undefined, z.output<typeof BeforeQuery>>,
  ): Promise<XpActivity[]> {
    if (id !== signedIn(call).accountId) throw new Refusal('forbidden', 'XP activities are for oneself only');
    const wanted = { before: call.query.before ?? null, limit: limits.xpActivitiesPage };
    const { activities } = await this.rpc.call(gamificationRpc.xpActivities, wanted, call.context);
    return activities.map(presentXpActivity);
  }
}
