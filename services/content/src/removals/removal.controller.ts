import { type CallContext, contentRpc, Refusal, type RpcParsed } from '@hearsay/contracts';
import { CommandPipeline } from '@hearsay/event-store';
import { Handles } from '@hearsay/messaging';
import { actorOf, commandContext, uuidv7 } from '@hearsay/service-runtime';
import { Controller } from '@nestjs/common';
import { Authorship } from '../authors/authorship.js';
import { QuestionQueries } from '../questions/question.queries.js';
import { removeContent } from './remove-content.decider.js';

@Controller()
export class RemovalController {
  constructor(
    private readonly pipeline: CommandPipeline,
    private readonly queries: QuestionQueries,
    private readonly authorship: Authorship,
  ) {}

  @Handles(contentRpc.removeContent)
  async removeContent(input: RpcParsed<typeof contentRpc.removeContent>, context: CallContext) {
    const actor = actorOf(context);
    const { contentType, contentId, isAmbassador } = input;
    if (contentType === 'podcast') throw new Refusal('not_found');
    const reply = contentType === 'discussion' ? await this.queries.replies.owner(contentId) : null;
    const questionId = reply?.questionId ?? contentId;
    const question = await this.queries.questionOwner(questionId);
    const owner = contentType === 'discussion' ? reply?.owner : question?.owner;
    if (!question || !owner) throw new Refusal('not_found');
    const by = {
      isAuthor: await this.authorship.isOwner(owner, actor),
      isAsker: await this.authorship.isOwner(question.owner, actor),
      isTarget: question.targetId === actor,
      isAmbassador,
    };
    return this.pipeline.execute(
      removeContent,
      { contentType, contentId, questionId, removalId: uuidv7(), by },
      // The actor's role is no part of the payload, since it may differ on a repeat.
      commandContext(context, { contentType, contentId }),
    );
  }
}
