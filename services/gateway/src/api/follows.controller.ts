import { type CallContext, engagementRpc, FollowBody, FollowingQuery, FollowStatus, Refusal } from '@hearsay/contracts';
import { RpcClient } from '@hearsay/messaging';
import type { ApiRequest } from '../http/call.js';
import { ApiController, ApiDelete, ApiGet, ApiPost } from '../http/route.js';
import { People } from '../read/people.js';
import { Profiles } from '../read/profiles.js';

const followCall = { body: FollowBody, answer: FollowStatus, actor: ['followerId'], limit: 'posts' } as const;

@ApiController('api/users', 'Follows')
export class FollowsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly people: People,
    private readonly profiles: Profiles,
  ) {}

  @ApiPost(':id/follow', { ...followCall, summary: 'Follow a person' })
  follow({ call, params: { id } }: ApiRequest): Promise<FollowStatus> {
    return this.#set(id, true, call.context);
  }
  @ApiDelete(':id/follow', { ...followCall, summary: 'Stop following a person' })
  unfollow({ call, params: { id } }: ApiRequest): Promise<FollowStatus> {
    return this.#set(id, false, call.context);
  }
  @ApiGet(':id/following-status', {
    summary: 'Whether the viewer follows a person',
    query: FollowingQuery,
    actor: ['currentUserId'],
    answer: FollowStatus,
    isPolled: true,
  })
  async status({ call, params: { id } }: ApiRequest): Promise<FollowStatus> {
    const [person, { isFollowing, followerCount }] = await Promise.all([
      this.people.person(id, call.context),
      this.profiles.followsOf(id, call.context),
    ]);
    if (!person) throw new Refusal('not_found', 'User not found');
    return { isFollowing, followerCount };
  }

  async #set(accountId: string, isFollowing: boolean, context: CallContext): Promise<FollowStatus> {
    if (accountId === context.accountId) throw new Refusal('invalid_input', 'You cannot follow yourself');
    const isGone = (await this.people.person(accountId, context)) === null;
    if (isGone && context.idempotencyKey === undefined) throw new Refusal('not_found', 'User not found');
    // They may have gone since the call that this one repeats: engagement knows.
    return this.rpc.call(engagementRpc.setFollow, { accountId, isFollowing, ...(isGone && { isGone }) }, context);
  }
}
