import { ChatBody, ContentLocation, contentRpc, Discussion } from '@hearsay/contracts';
import { RpcClient } from '@hearsay/messaging';
import { Controller, Param, Req } from '@nestjs/common';
import type { z } from 'zod';
import type { ApiRequest } from '../http/call.js';
import { ApiDelete, ApiGet, ApiPost } from '../http/route.js';
import { Questions } from '../read/questions.js';
import { ReportedQuestions } from '../read/reported-questions.js';
import { removalCall, removeContent } from './removals.js';

const tag = 'Discussions';

@Controller('api')
export class DiscussionsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly questions: Questions,
    private readonly reported: ReportedQuestions,
  ) {}

  @ApiPost('discussions', {
    summary: 'Say something in the chat of a question',
    tag,
    status: 201,
    body: ChatBody,
    answer: Discussion,
    needsSession: true,
    limit: 'posts',
    isWrite: true,
    refusals: ['not_found', 'conflict'],
  })
  async say(@Req() { call }: ApiRequest<z.output<typeof ChatBody>>): Promise<Discussion> {
    const { questionId, content, isAnonymous, parentReplyId } = call.body;
    const input = { questionId, content, isAnonymous, parentReplyId: parentReplyId ?? null };
    const { reply } = await this.rpc.call(contentRpc.postReply, input, call.context);
    const [presented] = await this.questions.replies(questionId, [reply], call.context);
    return presented!;
  }

  @ApiGet('discussions/:id', { summary: 'One message', tag, answer: Discussion, isPolled: true })
  reply(@Param('id') id: string, @Req() { call }: ApiRequest): Promise<Discussion> {
    return this.questions.reply(id, call.context);
  }

  @ApiDelete('discussions/:id', { ...removalCall, summary: 'Delete a message: for its author and ambassadors', tag })
  remove(@Param('id') contentId: string, @Req() { call }: ApiRequest) {
    return removeContent(this.rpc, { contentType: 'discussion', contentId }, call);
  }

  @ApiGet('content/:id', { summary: 'What an id is and where it lies', tag: 'Content', answer: ContentLocation })
  locate(@Param('id') id: string, @Req() { call }: ApiRequest): Promise<ContentLocation> {
    return this.reported.orReported(
      id,
      call,
      () => this.questions.locate(id, call.context),
      () => ({ contentType: 'question', id, questionId: id }),
    );
  }
}
