import { type CallContext, contentRpc, Refusal, type RpcOutput, type RpcParsed } from '@hearsay/contracts';
import { CommandPipeline } from '@hearsay/event-store';
import { Handles } from '@hearsay/messaging';
import { commandContext, idForCall, SealedAuthors, uuidv7 } from '@hearsay/service-runtime';
import { Controller } from '@nestjs/common';
import { postReply } from '../replies/post-reply.decider.js';
import { latchReveal } from '../reveals/latch-reveal.decider.js';
import { askQuestion } from './ask-question.decider.js';
import { QuestionQueries } from './question.queries.js';

const actorOf = (context: CallContext): string => {
  if (context.accountId === null) throw new Refusal('unauthenticated');
  return context.accountId;
};

@Controller()
export class QuestionController {
  constructor(
    private readonly pipeline: CommandPipeline,
    private readonly queries: QuestionQueries,
    private readonly authors: SealedAuthors,
  ) {}

  @Handles(contentRpc.askQuestion)
  async askQuestion(
    input: RpcParsed<typeof contentRpc.askQuestion>,
    context: CallContext,
  ): Promise<RpcOutput<typeof contentRpc.askQuestion>> {
    const actor = actorOf(context);
    const { questionId } = await this.pipeline.execute(
      askQuestion,
      {
        ...input,
        questionId: idForCall(context),
        titleTextId: uuidv7(),
        descriptionTextId: input.description === null ? null : uuidv7(),
        owner: this.authors.ownerOf(actor, input.isAnonymous),
      },
      commandContext(context, input),
    );
    return { question: await this.queries.question(questionId, actor) };
  }

  @Handles(contentRpc.postReply)
  async postReply(input: RpcParsed<typeof contentRpc.postReply>, context: CallContext): Promise<RpcOutput<typeof contentRpc.postReply>> {
    const actor = actorOf(context);
    const { parentReplyId, ...draft } = input;
    const parent = parentReplyId === null ? null : await this.#parent(parentReplyId, input.questionId);
    const { replyId } = await this.pipeline.execute(
      postReply,
      { ...draft, replyId: idForCall(context), textId: uuidv7(), owner: this.authors.ownerOf(actor, input.isAnonymous), parent },
      commandContext(context, input),
    );
    const { reply } = await this.queries.reply(replyId, actor);
    return { reply };
  }

  @Handles(contentRpc.latchReveal)
  latchReveal(input: RpcParsed<typeof contentRpc.latchReveal>, context: CallContext): Promise<RpcOutput<typeof contentRpc.latchReveal>> {
    const { idempotencyKey: _key, ...withoutKey } = context;
    return this.pipeline.execute(latchReveal, input, commandContext(withoutKey));
  }

  async #parent(id: string, questionId: string) {
    const parent = await this.queries.replyOwner(id);
    if (parent?.questionId !== questionId) {
      throw new Refusal('invalid_input', undefined, { fields: { parentReplyId: 'This question has no such reply' } });
    }
    return { id, owner: parent.owner };
  }
}
