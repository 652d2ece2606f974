import {
  BatchStatusBody,
  BoostBody,
  BoostStatus,
  BoostStatusMap,
  ContentType,
  contentRpc,
  engagementRpc,
} from '@hearsay/contracts';
import { RpcClient } from '@hearsay/messaging';
import type { ApiRequest, Call, WithBody } from '../http/call.js';
import { ApiController, ApiGet, ApiPost } from '../http/route.js';
import { Counters } from '../read/counters.js';
import { QuestionPages } from '../read/question-pages.js';
import { Questions } from '../read/questions.js';

const boostCall = {
  summary: 'Boost or unboost; without isBoosted it toggles',
  body: BoostBody,
  bodyLimit: 1024,
  answer: BoostStatus,
  limit: 'boosts',
  isBusy: true,
} as const;
const statusCall = {
  summary: 'Boosts of one item and whether the viewer gave one',
  answer: BoostStatus,
  words: { contentType: ContentType.options },
  isPolled: true,
} as const;
/** The most bytes in the body of a batch. */
const batchBytes = 32 * 1024;

@ApiController('api', 'Boosts')
export class BoostsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly questions: Questions,
    private readonly counters: Counters,
    private readonly pages: QuestionPages,
  ) {}

  @ApiPost('questions/:id/boost', boostCall)
  boostQuestion({ call, params: { id } }: ApiRequest<BoostBody>): Promise<BoostStatus> {
    return this.#boost('question', id, call);
  }

  @ApiPost('discussions/:id/boost', boostCall)
  boostDiscussion({ call, params: { id } }: ApiRequest<BoostBody>): Promise<BoostStatus> {
    return this.#boost('discussion', id, call);
  }

  @ApiPost('podcasts/:id/boost', boostCall)
  boostPodcast({ call, params: { id } }: ApiRequest<BoostBody>): Promise<BoostStatus> {
    return this.#boost('podcast', id, call);
  }

  @ApiGet('boost-status/:contentType/:id', statusCall)
  status({ call, params: { contentType, id: contentId } }: ApiRequest): Promise<BoostStatus> {
    return this.questions.boostStatus({ contentType, contentId }, call.context);
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
    isBusy: true,
  })
  async statuses({ call }: WithBody<typeof BatchStatusBody>): Promise<BoostStatusMap> {
    if (call.body.items.length === 0) return {};
    const items = call.body.items.map(({ contentType, contentId }) => ({ contentType, contentId }));
    const counts = await this.counters.of(items, call.context);
    return Object.fromEntries([...counts].map(([key, { isBoosted, boostCount }]) => [key, { isBoosted, boostCount }]));
  }

  async #boost(contentType: ContentType, contentId: string, call: Call<BoostBody>): Promise<BoostStatus> {
    const isBoosted = call.body.isBoosted ?? null;
    const result = await this.rpc.call(engagementRpc.setBoost, { contentType, contentId, isBoosted }, call.context);
    this.counters.changed({ contentType, contentId });
    this.pages.changed(result.questionId);
    if (result.hasReachedThreshold) await this.#latch(result.questionId, result.boostPeak, call);
    return { isBoosted: result.isBoosted, boostCount: result.boostCount };
  }

  /**
   * Every read after this boost's answer sees the words open, so they are opened before it is answered. The act is nobody's:
   * the reveal must not give away whose boost was the last. If it fails, a repeat of the call gets the stored result and opens them then.
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
