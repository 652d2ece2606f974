import {
  BatchStatusBody,
  BoostAnswer,
  BoostBody,
  BoostStatus,
  BoostStatusMap,
  ContentType,
  contentRpc,
  DeleteRepostBody,
  engagementRpc,
  FollowBody,
  FollowingQuery,
  FollowStatus,
  identityRpc,
  Refusal,
  RepostAnswer,
  RepostBody,
  RepostStatus,
  RepostStatusMap,
  Success,
} from '@hearsay/contracts';
import { RpcClient } from '@hearsay/messaging';
import type { z } from 'zod';
import { type ApiRequest, type Call, requireSignedIn, type WithBody } from '../http/call.js';
import { ApiController, ApiDelete, ApiGet, ApiPost } from '../http/route.js';
import { pickPublicFields } from '../present/pick.js';
import { Counters } from '../read/counters.js';
import { People } from '../read/people.js';
import { Profiles } from '../read/profiles.js';
import { QuestionPages } from '../read/question-pages.js';

const boostCall = {
  summary: 'Boost or unboost; without isBoosted it toggles',
  body: BoostBody,
  bodyLimit: 1024,
  answer: BoostAnswer,
  limit: 'boosts',
  isFrequent: true,
} as const;
const statusCall = {
  summary: 'Boosts of one item and whether the viewer gave one',
  answer: BoostStatus,
  words: { contentType: ContentType.options },
  hasETag: true,
} as const;
const batchBytes = 32 * 1024;

@ApiController('api', 'Boosts')
export class BoostsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly counters: Counters,
    private readonly pages: QuestionPages,
  ) {}

  @ApiPost('questions/:id/boost', boostCall)
  boostQuestion({ call, params: { id } }: ApiRequest<BoostBody>): Promise<BoostAnswer> {
    return this.#boost('question', id, call);
  }

  @ApiPost('discussions/:id/boost', boostCall)
  boostDiscussion({ call, params: { id } }: ApiRequest<BoostBody>): Promise<BoostAnswer> {
    return this.#boost('discussion', id, call);
  }

  @ApiPost('podcasts/:id/boost', boostCall)
  boostPodcast({ call, params: { id } }: ApiRequest<BoostBody>): Promise<BoostAnswer> {
    return this.#boost('podcast', id, call);
  }

  @ApiGet('boost-status/:contentType/:id', statusCall)
  async status({ call, params: { contentType, id: contentId } }: ApiRequest): Promise<BoostStatus> {
    return pickPublicFields(BoostStatus, await this.counters.countsOfOne({ contentType, contentId }, call.context));
  }

  @ApiGet('boost-status/:contentType/:id/:userId', statusCall)
  statusOf(request: ApiRequest): Promise<BoostStatus> {
    return this.status(request);
  }

  @ApiPost('batch/boost-status', {
    summary: 'Boosts of up to 100 items, keyed contentType:contentId',
    body: BatchStatusBody,
    bodyLimit: batchBytes,
    answer: BoostStatusMap,
    isRead: true,
    isFrequent: true,
  })
  async statuses({ call }: WithBody<typeof BatchStatusBody>): Promise<BoostStatusMap> {
    const counts = await this.counters.countsOf(call.body.items, call.context);
    return Object.fromEntries([...counts].map(([key, count]) => [key, pickPublicFields(BoostStatus, count)]));
  }

  async #boost(contentType: ContentType, contentId: string, call: Call<BoostBody>): Promise<BoostAnswer> {
    const isBoosted = call.body.isBoosted ?? null;
    const result = await this.rpc.call(engagementRpc.setBoost, { contentType, contentId, isBoosted }, call.context);
    this.counters.forgetCounts({ contentType, contentId });
    this.pages.forgetPage(result.questionId);
    if (result.hasReachedThreshold) await this.#latch(result.questionId, result.boostPeak, call);
    return { isBoosted: result.isBoosted, boostCount: result.boostCount, opened: result.opened ?? false };
  }

  /**
   * Latches the reveal before the boost is answered, so that every later read shows the words. The call names no
   * account, because that would reveal the last booster. If it fails, a repeat with the same key latches the reveal.
   */
  async #latch(questionId: string, boostPeak: number, call: Call): Promise<void> {
    const { correlationId, deadline } = call.context;
    await this.rpc.call(
      contentRpc.latchReveal,
      { questionId, boostPeak },
      { correlationId, deadline, accountId: null },
    );
  }
}

const repostCall = {
  summary: 'Repost with or without words of your own',
  status: 201,
  body: RepostBody,
  answer: RepostAnswer,
  limit: 'posts',
  refusals: ['already_reposted'],
} as const;
const repostStatusCall = {
  summary: 'Reposts of one item and whether the viewer made one',
  answer: RepostStatus,
  words: { contentType: ContentType.options },
  hasETag: true,
} as const;
type RepostInput = z.output<typeof RepostBody>;

@ApiController('api', 'Reposts')
export class RepostsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly counters: Counters,
    private readonly pages: QuestionPages,
  ) {}

  @ApiPost('questions/:id/repost', repostCall)
  repostQuestion({ call, params: { id } }: ApiRequest<RepostInput>): Promise<RepostAnswer> {
    return this.#repost('question', id, call);
  }

  @ApiPost('discussions/:id/repost', repostCall)
  repostDiscussion({ call, params: { id } }: ApiRequest<RepostInput>): Promise<RepostAnswer> {
    return this.#repost('discussion', id, call);
  }

  @ApiPost('podcasts/:id/repost', repostCall)
  repostPodcast({ call, params: { id } }: ApiRequest<RepostInput>): Promise<RepostAnswer> {
    return this.#repost('podcast', id, call);
  }

  /** In the path, `userId` is the reposter. In the body, `requestingUserId` is the actor. */
  @ApiDelete('reposts/:userId/:contentId', {
    summary: 'Take a repost back; ambassadors may delete anybody’s',
    body: DeleteRepostBody,
    answer: Success,
    actor: ['requestingUserId'],
    limit: 'posts',
  })
  async remove({ call, params: { userId: reposterId, contentId } }: ApiRequest): Promise<{ success: true }> {
    const { isAmbassador } = requireSignedIn(call);
    const { questionId, contentType } = await this.rpc.call(
      engagementRpc.removeRepost,
      { reposterId, contentId, isAmbassador },
      call.context,
    );
    this.#changed(contentType, contentId, questionId);
    return { success: true };
  }

  @ApiGet('repost-status/:contentType/:id', repostStatusCall)
  async status({ call, params: { contentType, id: contentId } }: ApiRequest): Promise<RepostStatus> {
    return pickPublicFields(RepostStatus, await this.counters.countsOfOne({ contentType, contentId }, call.context));
  }

  @ApiGet('repost-status/:contentType/:id/:userId', repostStatusCall)
  statusOf(request: ApiRequest): Promise<RepostStatus> {
    return this.status(request);
  }

  @ApiPost('batch/repost-status', {
    summary: 'Reposts of up to 100 items, keyed contentType:contentId',
    body: BatchStatusBody,
    bodyLimit: batchBytes,
    answer: RepostStatusMap,
    isRead: true,
    isFrequent: true,
  })
  async statuses({ call }: WithBody<typeof BatchStatusBody>): Promise<RepostStatusMap> {
    const counts = await this.counters.countsOf(call.body.items, call.context);
    return Object.fromEntries([...counts].map(([key, count]) => [key, pickPublicFields(RepostStatus, count)]));
  }

  async #repost(contentType: ContentType, contentId: string, call: Call<RepostInput>): Promise<RepostAnswer> {
    const input = { contentType, contentId, text: call.body.repostText };
    const { repostId, repostCount, questionId } = await this.rpc.call(engagementRpc.repost, input, call.context);
    this.#changed(contentType, contentId, questionId);
    return { repostId, hasReposted: true, repostCount };
  }

  #changed(contentType: ContentType, contentId: string, questionId: string): void {
    this.counters.forgetCounts({ contentType, contentId });
    this.pages.forgetPage(questionId);
  }
}

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
    return this.#set(id, true, call);
  }
  @ApiDelete(':id/follow', { ...followCall, summary: 'Stop following a person' })
  unfollow({ call, params: { id } }: ApiRequest): Promise<FollowStatus> {
    return this.#set(id, false, call);
  }
  @ApiGet(':id/following-status', {
    summary: 'Whether the viewer follows a person',
    query: FollowingQuery,
    actor: ['currentUserId'],
    answer: FollowStatus,
    hasETag: true,
  })
  async status({ call, params: { id } }: ApiRequest): Promise<FollowStatus> {
    const [person, { isFollowing, followerCount }] = await Promise.all([
      this.people.person(id, call.context),
      this.profiles.followsOf(id, call.context),
    ]);
    if (!person) throw new Refusal('not_found', 'User not found');
    return { isFollowing, followerCount };
  }

  async #set(accountId: string, isFollowing: boolean, { context, viewer }: Call): Promise<FollowStatus> {
    if (accountId === context.accountId) throw new Refusal('invalid_input', 'You cannot follow yourself');
    if (isFollowing && viewer?.isBlocked) {
      const { blockerIds } = await this.rpc.call(identityRpc.blockersAmong, { accountIds: [accountId] }, context);
      if (blockerIds.length > 0) throw new Refusal('forbidden', 'You cannot follow this person');
    }
    const isGone = (await this.people.person(accountId, context)) === null;
    if (isGone && context.idempotencyKey === undefined) throw new Refusal('not_found', 'User not found');
    // The person may have disappeared since a first call with this key. Only engagement knows if this call is a repeat.
    return this.rpc.call(engagementRpc.setFollow, { accountId, isFollowing, ...(isGone && { isGone }) }, context);
  }
}

/** A baseline for benchmarks of boosts: the same guard and limit, but no work. Production does not serve this route. */
@ApiController('api/bench', 'Benchmarks')
export class NoOpController {
  @ApiPost('no-op', {
    summary: 'Does nothing, for benchmarks',
    body: BoostBody,
    bodyLimit: 1024,
    answer: Success,
    limit: 'boosts',
    isFrequent: true,
  })
  nothing(_request: ApiRequest<BoostBody>): { success: true } {
    return { success: true };
  }
}
