import { ChatBody, ContentLocation, contentRpc, Discussion } from '@hearsay/contracts';
import { RpcClient } from '@hearsay/messaging';
import type { ApiRequest, WithBody } from '../http/call.js';
import { ApiController, ApiDelete, ApiGet, ApiPost } from '../http/route.js';
import { Questions, ReportedQuestions } from '../read/questions.js';
import { removalCall, removeContent } from './removals.js';

@ApiController('api', 'Discussions')
export class DiscussionsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly questions: Questions,
    private readonly reported: ReportedQuestions,
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
    const input = { questionId, content, isAnonymous, parentReplyId: parentReplyId ?? null };
    const { reply } = await this.rpc.call(contentRpc.postReply, input, call.context);
    const [presented] = await this.questions.replies(questionId, [reply], call.context);
    return presented!;
  }

  @ApiGet('discussions/:id', { summary: 'One message', answer: Discussion, isPolled: true })
  reply({ call, params: { id } }: ApiRequest): Promise<Discussion> {
    return this.questions.reply(id, call.context);
  }

  @ApiDelete('discussions/:id', { ...removalCall, summary: 'Delete a message: for its author and ambassadors' })
  remove({ call, params: { id: contentId } }: ApiRequest) {
    return removeContent(this.rpc, { contentType: 'discussion', contentId }, call);
  }

  @ApiGet('content/:id', { summary: 'What an id is and where it lies', tag: 'Content', answer: ContentLocation })
  locate({ call, params: { id } }: ApiRequest): Promise<ContentLocation> {
    return this.reported.orReported(
      id,
      call,
      () => this.questions.locate(id, call.context),
      () => ({ contentType: 'question', id, questionId: id }),
    );
  }
}
