import {
  ActorBody,
  ApproveWithReplyBody,
  AskedQuestion,
  AskQuestionBody,
  ChatBody,
  ContentLocation,
  type ContentRef,
  contentRpc,
  Discussion,
  DiscussionsQuery,
  EditQuestionBody,
  Feed,
  FeedQuery,
  isGuestAsk,
  NearlyHeardQuery,
  Question,
  QuestionDetail,
  ReplyBody,
  RoomPage,
  RoomQuery,
  Success,
  UsualBoosts,
} from '@hearsay/contracts';
import { RpcClient } from '@hearsay/messaging';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { scopeGuestKey } from '../access/idempotency-key.js';
import { type ApiRequest, type Call, mutesOf, requireSignedIn, type WithBody, type WithQuery } from '../http/call.js';
import { sendEncoded } from '../http/compression.js';
import { ApiController, ApiDelete, ApiGet, ApiPatch, ApiPost } from '../http/route.js';
import { FeedPages } from '../read/feed-pages.js';
import { QuestionPages, RoomPages } from '../read/question-pages.js';
import { Questions } from '../read/questions.js';

/** Content decides who may delete. */
export const removalCall = {
  body: ActorBody,
  answer: Success,
  limit: 'removals',
} as const;

const removeContent = async (
  rpc: RpcClient,
  { contentType, contentId }: ContentRef,
  call: Call,
): Promise<{ success: true }> => {
  const { isAmbassador } = requireSignedIn(call);
  await rpc.call(contentRpc.removeContent, { contentType, contentId, isAmbassador }, call.context);
  return { success: true };
};

/** Makes content check blocks, which costs a call. Set only for people whom at least one account blocks. */
const blockOf = ({ viewer }: Call) => (viewer?.isBlocked ? { isBlocked: true } : {});

/** JSON may need six bytes for each of the 5000 characters of a description. */
const questionBytes = 64 * 1024;

const targetsCall = { limit: 'posts', refusals: ['conflict'] } as const;

@ApiController('api/questions', 'Questions')
export class QuestionsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly questions: Questions,
    private readonly pages: QuestionPages,
    private readonly rooms: RoomPages,
  ) {}

  @ApiPost('', {
    summary: 'Ask everyone a question, or one person, who then approves it; visitors may ask one person anonymously',
    status: 201,
    body: AskQuestionBody,
    bodyLimit: questionBytes,
    answer: AskedQuestion,
    guests: { may: isGuestAsk, limit: 'guest-asks' },
    actor: ['creatorId', 'userId'],
    limit: 'posts',
    refusals: ['not_found', 'not_accepting'],
  })
  async ask({ call }: WithBody<typeof AskQuestionBody>): Promise<AskedQuestion> {
    const { creatorId: _, targetUserId: targetId = null, ...words } = call.body;
    const input = { ...words, targetId };
    const context = call.viewer ? call.context : scopeGuestKey(call.context, call.address);
    const { question, receipt = null } = await this.rpc.call(contentRpc.askQuestion, input, context);
    return { ...(await this.questions.question(question, call.context)), receipt };
  }

  @ApiGet('usual', {
    summary: 'How many boosts open questions to everyone usually get; null while there are few',
    answer: UsualBoosts,
    needsSession: true,
  })
  usual({ call }: ApiRequest): Promise<UsualBoosts> {
    return this.rpc.call(contentRpc.usualBoosts, {}, call.context);
  }

  @ApiGet(':id', { summary: 'A question with its newest messages', answer: QuestionDetail, hasETag: true })
  async page({ call, params: { id } }: ApiRequest, reply: FastifyReply): Promise<QuestionDetail | string> {
    if (!call.viewer) return sendEncoded(reply, await this.pages.visitorsPage(id));
    return this.questions.readOrReportedQuestion(
      id,
      call,
      () => this.pages.pageForViewer(id, call.context, mutesOf(call)),
      (question) => this.pages.presentReported(question, call.context),
    );
  }
  @ApiGet(':id/discussions', {
    summary: 'Older messages, oldest first',
    query: DiscussionsQuery,
    answer: z.array(Discussion),
    hasETag: true,
  })
  replies({ call, params: { id } }: WithQuery<typeof DiscussionsQuery>): Promise<Discussion[]> {
    return this.questions.repliesBefore(id, { ...call.query, mutes: mutesOf(call) }, call.context);
  }

  @ApiPost(':id/discussions', {
    summary: 'Reply to a question',
    status: 201,
    body: ReplyBody,
    answer: Discussion,
    limit: 'posts',
    refusals: ['conflict'],
  })
  async reply({ call, params: { id } }: WithBody<typeof ReplyBody>): Promise<Discussion> {
    const { content, isAnonymous, parentReplyId } = call.body;
    const input = { questionId: id, content, isAnonymous, parentReplyId: parentReplyId ?? null, ...blockOf(call) };
    const { reply } = await this.rpc.call(contentRpc.postReply, input, call.context);
    return this.questions.newReply(reply, call.context);
  }

  @ApiPatch(':id', {
    summary: 'Change title, description or lock: for its author; words until the first boost or reply',
    body: EditQuestionBody,
    bodyLimit: questionBytes,
    answer: Question,
    limit: 'posts',
    refusals: ['conflict', 'threshold_rises', 'already_boosted'],
  })
  async edit({ call, params: { id: questionId } }: WithBody<typeof EditQuestionBody>): Promise<Question> {
    const { userId: _, ...changes } = call.body;
    const { question } = await this.rpc.call(contentRpc.editQuestion, { questionId, ...changes }, call.context);
    return this.questions.question(question, call.context);
  }

  @ApiPost(':id/approve', {
    ...targetsCall,
    summary: 'Let everyone see a question that was asked of oneself',
    body: ActorBody,
    answer: Question,
  })
  async approve({ call, params: { id: questionId } }: ApiRequest): Promise<Question> {
    const { question } = await this.rpc.call(contentRpc.approveQuestion, { questionId }, call.context);
    return this.questions.question(question, call.context);
  }

  @ApiPost(':id/approve-with-reply', {
    ...targetsCall,
    summary: 'Answer a question that was asked of oneself, and let everyone see both',
    status: 201,
    body: ApproveWithReplyBody,
    answer: Discussion,
  })
  async approveWithReply({
    call,
    params: { id: questionId },
  }: WithBody<typeof ApproveWithReplyBody>): Promise<Discussion> {
    const { content, boostThreshold } = call.body;
    const { reply, parentTitle } = await this.rpc.call(
      contentRpc.approveWithReply,
      { questionId, content, boostThreshold, ...blockOf(call) },
      call.context,
    );
    return this.questions.presentWithQuestion(reply, parentTitle, call.context);
  }

  @ApiPost(':id/ignore', {
    ...targetsCall,
    summary: 'Take a question out of the own pending ones',
    body: ActorBody,
    answer: Success,
  })
  async ignore({ call, params: { id: questionId } }: ApiRequest) {
    await this.rpc.call(contentRpc.ignoreQuestion, { questionId }, call.context);
    return { success: true };
  }

  @ApiDelete(':id', {
    ...removalCall,
    summary: 'Delete a question with all under it: for its author, its target once it is approved, and ambassadors',
  })
  remove({ call, params: { id: contentId } }: ApiRequest) {
    return removeContent(this.rpc, { contentType: 'question', contentId }, call);
  }

  @ApiGet(':id/room', {
    summary: 'Changes of the room after a number',
    query: RoomQuery,
    answer: RoomPage,
    hasETag: true,
  })
  async room({ call, params: { id } }: WithQuery<typeof RoomQuery>, reply: FastifyReply): Promise<RoomPage | string> {
    const { after } = call.query;
    return call.viewer
      ? this.rooms.pageForViewer(id, after, call.context, mutesOf(call))
      : sendEncoded(reply, await this.rooms.visitorsPage(id, after));
  }
}

@ApiController('api', 'Discussions')
export class DiscussionsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly questions: Questions,
  ) {}

  @ApiPost('discussions', {
    summary: 'Say something in the chat of a question',
    status: 201,
    body: ChatBody,
    answer: Discussion,
    limit: 'posts',
    refusals: ['not_found', 'conflict'],
  })
  async say({ call }: WithBody<typeof ChatBody>): Promise<Discussion> {
    const { questionId, content, isAnonymous, parentReplyId } = call.body;
    const input = { questionId, content, isAnonymous, parentReplyId: parentReplyId ?? null, ...blockOf(call) };
    const { reply } = await this.rpc.call(contentRpc.postReply, input, call.context);
    return this.questions.newReply(reply, call.context);
  }

  @ApiGet('discussions/:id', { summary: 'One message', answer: Discussion, hasETag: true })
  reply({ call, params: { id } }: ApiRequest): Promise<Discussion> {
    return this.questions.reply(id, call.context);
  }

  @ApiDelete('discussions/:id', { ...removalCall, summary: 'Delete a message: for its author and ambassadors' })
  remove({ call, params: { id: contentId } }: ApiRequest) {
    return removeContent(this.rpc, { contentType: 'discussion', contentId }, call);
  }

  @ApiGet('content/:id', { summary: 'What an id is and where it lies', tag: 'Content', answer: ContentLocation })
  locate({ call, params: { id } }: ApiRequest): Promise<ContentLocation> {
    return this.questions.readOrReportedQuestion(
      id,
      call,
      () => this.questions.locate(id, call.context),
      () => ({ contentType: 'question', id, questionId: id }),
    );
  }
}

@ApiController('api/feed', 'Feed')
export class FeedController {
  constructor(private readonly pages: FeedPages) {}

  @ApiGet('', {
    summary: 'A page of questions, episodes and reposts; X-Feed-Anchor of the answer asks for the next one',
    query: FeedQuery,
    answer: Feed,
    answerHeaders: ['X-Feed-Anchor'],
    hasETag: true,
    refusals: ['anchor_expired'],
  })
  async feed(request: WithQuery<typeof FeedQuery>, reply: FastifyReply): Promise<string> {
    const { query, context } = request.call;
    const { sortBy: sort, anchor: given = null, page, limit } = query;
    const followersOnly = query.followersOnly === 'true';
    const wanted = { sort, anchor: given, page, limit, followersOnly, mutes: mutesOf(request.call) };
    const { encoded, anchor } = await this.pages.page(wanted, context);
    if (anchor !== null) void reply.header('x-feed-anchor', anchor);
    return sendEncoded(reply, encoded);
  }

  @ApiGet('nearly-heard', {
    summary: 'Locked questions that lack the fewest boosts',
    query: NearlyHeardQuery,
    answer: Feed,
  })
  async nearlyHeard({ call }: WithQuery<typeof NearlyHeardQuery>, reply: FastifyReply): Promise<string> {
    return sendEncoded(
      reply,
      await this.pages.nearlyHeard({ limit: call.query.limit, mutes: mutesOf(call) }, call.context),
    );
  }
}
