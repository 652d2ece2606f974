import {
  type CallContext,
  contentRpc,
  engagementRpc,
  identityRpc,
  type Owner,
  Refusal,
  type RpcParsed,
} from '@hearsay/contracts';
import { CommandPipeline, executeLookedUp } from '@hearsay/event-store';
import { Handles, RpcClient } from '@hearsay/messaging';
import { actorOf, askingContext, commandContext, fittingAnswer, idForCall, uuidv7 } from '@hearsay/service-runtime';
import { Controller } from '@nestjs/common';
import { Authorship } from '../authors/authorship.js';
import { byStandingAccount } from '../authors/standing.decider.js';
import { BoostTargetQueries } from './boost-target.queries.js';
import { OwnQueries } from './own.queries.js';
import { recentAsksKey } from './question.aggregates.js';
import { type AskQuestion, askQuestion, type EditQuestion, editQuestion } from './question.decider.js';
import { QuestionQueries } from './question.queries.js';

@Controller()
export class QuestionController {
  constructor(
    private readonly pipeline: CommandPipeline,
    private readonly queries: QuestionQueries,
    private readonly own: OwnQueries,
    private readonly targets: BoostTargetQueries,
    private readonly authorship: Authorship,
    private readonly rpc: RpcClient,
  ) {}

  @Handles(contentRpc.askQuestion)
  async askQuestion(input: RpcParsed<typeof contentRpc.askQuestion>, context: CallContext) {
    const { targetId, isAnonymous } = input;
    const asker = targetId !== null && isAnonymous ? context.accountId : actorOf(context);
    const lookUp = async (): Promise<AskQuestion> => {
      if (targetId !== null) await this.#mustAccept(targetId, asker, isAnonymous, context);
      const owner = asker === null ? guest : await this.authorship.ownerOf(asker, isAnonymous);
      // Only operators set the time of an act. Their seed adds asks of years, which must not count.
      const isCounted = targetId !== null && asker !== null && context.now === undefined;
      return {
        ...input,
        questionId: idForCall(context),
        titleTextId: uuidv7(),
        descriptionTextId: input.description === null ? null : uuidv7(),
        owner,
        recentAsksKey: isCounted
          ? recentAsksKey({ accountId: asker, authorTag: await this.authorship.ensureTagOf(asker), targetId })
          : null,
      };
    };
    const { questionId } = await executeLookedUp(
      this.pipeline,
      byStandingAccount(askQuestion),
      lookUp,
      commandContext(context, input),
    );
    return { question: await this.queries.written(questionId, asker) };
  }

  @Handles(contentRpc.editQuestion)
  async editQuestion(
    { questionId, title, description }: RpcParsed<typeof contentRpc.editQuestion>,
    context: CallContext,
  ) {
    const actor = actorOf(context);
    const textOf = (words: string) => ({ id: uuidv7(), words });
    const lookUp = async (): Promise<EditQuestion> => {
      const question = await this.queries.questionOwner(questionId);
      if (!question) throw new Refusal('not_found');
      const isAuthor = await this.authorship.isOwner(question.owner, actor);
      return {
        questionId,
        isAuthor,
        isTarget: question.targetId === actor,
        wasBoosted: isAuthor && (await this.#wasBoosted(questionId, context)),
        ...(title !== undefined && { title: textOf(title) }),
        ...(description !== undefined && { description: description === null ? null : textOf(description) }),
      };
    };
    await executeLookedUp(
      this.pipeline,
      byStandingAccount(editQuestion),
      lookUp,
      commandContext(context, { questionId, title, description }),
    );
    return { question: await this.queries.written(questionId, actor) };
  }

  @Handles(contentRpc.recentQuestion)
  async recentQuestion(input: RpcParsed<typeof contentRpc.recentQuestion>, context: CallContext) {
    return { question: await this.queries.recent(input.accountId, context.accountId) };
  }

  @Handles(contentRpc.ownQuestionsPage)
  async ownQuestionsPage(input: RpcParsed<typeof contentRpc.ownQuestionsPage>, context: CallContext) {
    return { questions: await this.queries.ownPage(actorOf(context), input.before) };
  }

  @Handles(contentRpc.questionPage)
  questionPage(input: RpcParsed<typeof contentRpc.questionPage>, context: CallContext) {
    return this.queries.page(input.questionId, context.accountId);
  }

  @Handles(contentRpc.questionViews)
  async questionViews(input: RpcParsed<typeof contentRpc.questionViews>) {
    const { questions, isHiding } = await this.queries.visitorsViews(input.ids);
    const kept = fittingAnswer(questions, ({ title, description }) => title + (description ?? ''));
    const next = questions[kept.length];
    return { questions: kept, to: next ? input.ids.indexOf(next.id) : input.ids.length, isHiding };
  }

  @Handles(contentRpc.ownQuestions)
  async ownQuestions(input: RpcParsed<typeof contentRpc.ownQuestions>, context: CallContext) {
    return { questions: await this.own.questions(input.ids, context.accountId) };
  }

  @Handles(contentRpc.ownOnPage)
  ownOnPage(input: RpcParsed<typeof contentRpc.ownOnPage>, context: CallContext) {
    return this.own.onPage(input.questionId, context.accountId);
  }

  @Handles(contentRpc.locate)
  async locate(input: RpcParsed<typeof contentRpc.locate>, context: CallContext) {
    return { location: await this.queries.locate(input.id, context.accountId) };
  }

  @Handles(contentRpc.titles)
  async titles(input: RpcParsed<typeof contentRpc.titles>, context: CallContext) {
    return { titles: await this.queries.titles(input.questionIds, context.accountId) };
  }

  @Handles(contentRpc.boostTargets)
  boostTargets(input: RpcParsed<typeof contentRpc.boostTargets>) {
    return this.targets.boostTargets(input.items);
  }

  @Handles(contentRpc.seenTargets)
  async seenTargets(input: RpcParsed<typeof contentRpc.seenTargets>, context: CallContext) {
    return { targets: await this.targets.seenTargets(input.items, actorOf(context)) };
  }

  /**
   * @throws Refusal `invalid_input` for the asker, `not_found` for an unknown target, `not_accepting` for any other
   * reason
   */
  async #mustAccept(
    targetId: string,
    askerId: string | null,
    isAnonymous: boolean,
    context: CallContext,
  ): Promise<void> {
    if (targetId === askerId) {
      const oneself = 'You cannot send a question to yourself';
      throw new Refusal('invalid_input', oneself, { fields: { targetUserId: oneself } });
    }
    const { mayAsk } = await this.rpc.call(
      identityRpc.mayAsk,
      { targetId, askerId, isAnonymous },
      askingContext(context),
    );
    if (!mayAsk) throw new Refusal('not_accepting');
  }

  /** True even if the boost was undone. Only engagement knows that without delay. */
  async #wasBoosted(questionId: string, context: CallContext): Promise<boolean> {
    const items = [{ contentType: 'question' as const, contentId: questionId }];
    const { counts } = await this.rpc.call(engagementRpc.contentCounts, { items }, askingContext(context));
    return counts.some(({ boostCount, boostPeak }) => (boostPeak ?? boostCount) > 0);
  }
}

const guest: Owner = { accountId: null, sealed: null };
