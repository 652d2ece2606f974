import { type CallContext, contentRpc, type RpcOutput, type RpcParsed } from '@hearsay/contracts';
import { CommandPipeline } from '@hearsay/event-store';
import { Handles } from '@hearsay/messaging';
import { actorOf, commandContext, idForCall, SealedAuthors, uuidv7 } from '@hearsay/service-runtime';
import { Controller } from '@nestjs/common';
import { fittingAnswer } from '../answer-size.js';
import { askQuestion } from './ask-question.decider.js';
import { OwnQueries } from './own.queries.js';
import { QuestionQueries } from './question.queries.js';

@Controller()
export class QuestionController {
  constructor(
    private readonly pipeline: CommandPipeline,
    private readonly queries: QuestionQueries,
    private readonly own: OwnQueries,
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

  @Handles(contentRpc.questionPage)
  questionPage(input: RpcParsed<typeof contentRpc.questionPage>, context: CallContext): Promise<RpcOutput<typeof contentRpc.questionPage>> {
    return this.queries.page(input.questionId, context.accountId);
  }

  @Handles(contentRpc.questionViews)
  async questionViews(input: RpcParsed<typeof contentRpc.questionViews>): Promise<RpcOutput<typeof contentRpc.questionViews>> {
    const questions = await this.queries.questions(input.ids, null);
    const kept = fittingAnswer(questions, ({ title, description }) => title + (description ?? ''));
    const next = questions[kept.length];
    return { questions: kept, to: next ? input.ids.indexOf(next.id) : input.ids.length };
  }

  @Handles(contentRpc.ownQuestions)
  async ownQuestions(
    input: RpcParsed<typeof contentRpc.ownQuestions>,
    context: CallContext,
  ): Promise<RpcOutput<typeof contentRpc.ownQuestions>> {
    return { questions: await this.own.questions(input.ids, context.accountId) };
  }

  @Handles(contentRpc.ownOnPage)
  ownOnPage(input: RpcParsed<typeof contentRpc.ownOnPage>, context: CallContext): Promise<RpcOutput<typeof contentRpc.ownOnPage>> {
    return this.own.onPage(input.questionId, context.accountId);
  }

  @Handles(contentRpc.locate)
  async locate(input: RpcParsed<typeof contentRpc.locate>, context: CallContext): Promise<RpcOutput<typeof contentRpc.locate>> {
    return { location: await this.queries.locate(input.id, context.accountId) };
  }

  @Handles(contentRpc.titles)
  async titles(input: RpcParsed<typeof contentRpc.titles>, context: CallContext): Promise<RpcOutput<typeof contentRpc.titles>> {
    return { titles: await this.queries.titles(input.questionIds, context.accountId) };
  }

  @Handles(contentRpc.boostTargets)
  async boostTargets(input: RpcParsed<typeof contentRpc.boostTargets>): Promise<RpcOutput<typeof contentRpc.boostTargets>> {
    return { targets: await this.queries.boostTargets(input.items) };
  }
}
