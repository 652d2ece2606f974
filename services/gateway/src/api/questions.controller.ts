import {
  AskQuestionBody,
  contentRpc,
  Discussion,
  DiscussionsQuery,
  Question,
  QuestionDetail,
  Refusal,
  ReplyBody,
  RoomPage,
  RoomQuery,
} from '@hearsay/contracts';
import { RpcClient } from '@hearsay/messaging';
import { Controller, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { ApiRequest } from '../http/call.js';
import { sendEncoded } from '../http/compression.js';
import { ApiDelete, ApiGet, ApiPost } from '../http/route.js';
import { QuestionPages } from '../read/question-pages.js';
import { Questions } from '../read/questions.js';
import { removalCall, removeContent } from './removals.js';

const tag = 'Questions';
/** The most bytes in the body of a question: a description of 5000 characters may be written with six bytes each. */
const questionBytes = 64 * 1024;

@Controller('api/questions')
export class QuestionsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly questions: Questions,
    private readonly pages: QuestionPages,
  ) {}

  @ApiPost('', {
    summary: 'Ask everyone a question',
    tag,
    status: 201,
    body: AskQuestionBody,
    bodyLimit: questionBytes,
    answer: Question,
    needsSession: true,
    actor: ['creatorId', 'userId'],
    limit: 'posts',
    isWrite: true,
  })
  async ask(@Req() { call }: ApiRequest<z.output<typeof AskQuestionBody>>): Promise<Question> {
    const { title, description, isAnonymous, allowAnonymousAnswers, replyBoostThreshold, targetUserId } = call.body;
    if (targetUserId) {
      const notYet = 'Targeted questions are not available yet';
      throw new Refusal('invalid_input', notYet, { fields: { targetUserId: notYet } });
    }
    const input = { title, description, isAnonymous, allowAnonymousAnswers, replyBoostThreshold };
    const { question } = await this.rpc.call(contentRpc.askQuestion, input, call.context);
    return this.questions.question(question, call.context);
  }

  @ApiGet(':id', { summary: 'A question with its newest messages', tag, answer: QuestionDetail, isPolled: true })
  async page(
    @Param('id') id: string,
    @Req() { call }: ApiRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<QuestionDetail | string> {
    return call.viewer ? this.pages.of(id, call.context) : sendEncoded(reply, await this.pages.ofVisitors(id));
  }

  @ApiGet(':id/discussions', {
    summary: 'Older messages, oldest first',
    tag,
    query: DiscussionsQuery,
    answer: z.array(Discussion),
    isPolled: true,
  })
  replies(@Param('id') id: string, @Req() { call }: ApiRequest<undefined, z.output<typeof DiscussionsQuery>>): Promise<Discussion[]> {
    return this.questions.repliesBefore(id, call.query, call.context);
  }

  @ApiPost(':id/discussions', {
    summary: 'Reply to a question',
    tag,
    status: 201,
    body: ReplyBody,
    answer: Discussion,
    needsSession: true,
    limit: 'posts',
    isWrite: true,
  })
  async reply(@Param('id') id: string, @Req() { call }: ApiRequest<z.output<typeof ReplyBody>>): Promise<Discussion> {
    const { content, isAnonymous, parentReplyId } = call.body;
    const input = { questionId: id, content, isAnonymous, parentReplyId: parentReplyId ?? null };
    const { reply } = await this.rpc.call(contentRpc.postReply, input, call.context);
    const [presented] = await this.questions.replies(reply.questionId, [reply], call.context);
    return presented!;
  }

  @ApiDelete(':id', {
    ...removalCall,
    summary: 'Delete a question with all under it: for its author, its target once it is approved, and ambassadors',
    tag,
  })
  remove(@Param('id') contentId: string, @Req() { call }: ApiRequest) {
    return removeContent(this.rpc, { contentType: 'question', contentId }, call);
  }

  @ApiGet(':id/room', { summary: 'Changes of the room after a number', tag, query: RoomQuery, answer: RoomPage })
  room(@Param('id') id: string, @Req() { call }: ApiRequest<undefined, z.output<typeof RoomQuery>>): Promise<RoomPage> {
    return this.questions.room(id, call.query.after, call.context);
  }
}
