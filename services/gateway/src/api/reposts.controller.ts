import {
  BatchStatusBody,
  ContentType,
  DeleteRepostBody,
  engagementRpc,
  RepostAnswer,
  RepostBody,
  RepostStatus,
  RepostStatusMap,
  Success,
} from '@hearsay/contracts';
import { RpcClient } from '@hearsay/messaging';
import type { z } from 'zod';
import { type ApiRequest, type Call, signedIn, type WithBody } from '../http/call.js';
import { ApiController, ApiDelete, ApiGet, ApiPost } from '../http/route.js';
import { Counters } from '../read/counters.js';
import { QuestionPages } from '../read/question-pages.js';
import { Questions } from '../read/questions.js';

const repostCall = {
  summary: 'Repost with or without words of your own',
  status: 201,
  body: RepostBody,
  answer: RepostAnswer,
  limit: 'posts',
  refusals: ['already_reposted'],
} as const;
const statusCall = {
  summary: 'Reposts of one item and whether the viewer made one',
  answer: RepostStatus,
  words: { contentType: ContentType.options },
  isPolled: true,
} as const;
/** The most bytes in the body of a batch. */
const batchBytes = 32 * 1024;

type RepostInput = z.output<typeof RepostBody>;

@ApiController('api', 'Reposts')
export class RepostsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly questions: Questions,
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

  /** The path names whose repost it is, the body who acts. */
  @ApiDelete('reposts/:userId/:contentId', {
    summary: 'Take a repost back; ambassadors may delete anybody’s',
    body: DeleteRepostBody,
    answer: Success,
    actor: ['requestingUserId'],
    limit: 'posts',
  })
  async remove({ call, params: { userId: reposterId, contentId } }: ApiRequest): Promise<{ success: true }> {
    const { isAmbassador } = signedIn(call);
    const { questionId, contentType } = await this.rpc.call(
      engagementRpc.removeRepost,
      { reposterId, contentId, isAmbassador },
      call.context,
    );
    this.#changed(contentType, contentId, questionId);
    return { success: true };
  }

  @ApiGet('repost-status/:contentType/:id', statusCall)
  status({ call, params: { contentType, id: contentId } }: ApiRequest): Promise<RepostStatus> {
    return this.questions.repostStatus({ contentType, contentId }, call.context);
  }

  @ApiGet('repost-status/:contentType/:id/:userId', statusCall)
  statusOf(request: ApiRequest): Promise<RepostStatus> {
    return this.status(request);
  }

  @ApiPost('batch/repost-status', {
    summary: 'Reposts of up to 100 items, keyed contentType:contentId',
    body: BatchStatusBody,
    bodyLimit: batchBytes,
    answer: RepostStatusMap,
    isRead: true,
    isBusy: true,
  })
  async statuses({ call }: WithBody<typeof BatchStatusBody>): Promise<RepostStatusMap> {
    const items = call.body.items.map(({ contentType, contentId }) => ({ contentType, contentId }));
    const counts = await this.counters.of(items, call.context);
    return Object.fromEntries(
      [...counts].map(([key, { hasReposted, repostCount }]) => [key, { hasReposted, repostCount }]),
    );
  }

  async #repost(contentType: ContentType, contentId: string, call: Call<RepostInput>): Promise<RepostAnswer> {
    const input = { contentType, contentId, text: call.body.repostText };
    const { repostId, repostCount, questionId } = await this.rpc.call(engagementRpc.repost, input, call.context);
    this.#changed(contentType, contentId, questionId);
    return { repostId, hasReposted: true, repostCount };
  }

  #changed(contentType: ContentType, contentId: string, questionId: string): void {
    this.counters.changed({ contentType, contentId });
    this.pages.changed(questionId);
  }
}
