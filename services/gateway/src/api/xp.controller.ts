import { gamificationRpc, Id, limits, Refusal, XpActivity } from '@hearsay/contracts';
import { RpcClient } from '@hearsay/messaging';
import { z } from 'zod';
import { signedIn, type WithQuery } from '../http/call.js';
import { ApiController, ApiGet } from '../http/route.js';
import { presentXpActivity } from '../present/account-export.js';

/** `before` is the id of the last entry that was seen. */
export const BeforeQuery = z.object({ before: z.optional(Id) });

@ApiController('api/users', 'XP')
export class XpController {
  constructor(private readonly rpc: RpcClient) {}

  @ApiGet(':id/xp-activities', {
    summary: "One's own XP, newest first",
    query: BeforeQuery,
    answer: z.array(XpActivity),
    needsSession: true,
    isPolled: true,
  })
  async activities({ call, params: { id } }: WithQuery<typeof BeforeQuery>): Promise<XpActivity[]> {
    if (id !== signedIn(call).accountId) throw new Refusal('forbidden', 'XP activities are for oneself only');
    const wanted = { before: call.query.before ?? null, limit: limits.xpActivitiesPage };
    const { activities } = await this.rpc.call(gamificationRpc.xpActivities, wanted, call.context);
    return activities.map(presentXpActivity);
  }
}
