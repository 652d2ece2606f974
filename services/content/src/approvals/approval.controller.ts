import { type CallContext, contentRpc, engagementRpc, Refusal, type RpcParsed } from '@hearsay/contracts';
import { CommandPipeline } from '@hearsay/event-store';
import { Handles, RpcClient } from '@hearsay/messaging';
import { actorOf, askingContext, commandContext, idForCall, uuidv7 } from '@hearsay/service-runtime';
import { Controller } from '@nestjs/common';
import { Authorship } from '../authors/authorship.js';
import { byStandingAccount } from '../authors/standing.decider.js';
import { QuestionQueries } from '../questions/question.queries.js';
import { latchReveal } from '../reveals/latch-reveal.decider.js';
import { approveQuestion, approveWithReply, ignoreQuestion, ignoreQuestionsOf } from './approve.decider.js';

const ignoredAtOnce = 500;

@Controller()
export class ApprovalController {
  constructor(
    private readonly pipeline: CommandPipeline,
    private readonly queries: QuestionQueries,
    private readonly authorship: Authorship,
    private readonly rpc: RpcClient,
  ) {}

  @Handles(contentRpc.approveQuestion)
  async approve(input: RpcParsed<typeof contentRpc.approveQuestion>, context: CallContext) {
    const wish = await this.#wish(input.questionId, context);
    await this.pipeline.execute(byStandingAccount(approveQuestion), wish, commandContext(context, input));
    return { question: await this.queries.question(input.questionId, wish.accountId) };
  }

  @Handles(contentRpc.approveWithReply)
  async approveWithReply(input: RpcParsed<typeof contentRpc.approveWithReply>, context: CallContext) {
    const wish = await this.#wish(input.questionId, context);
    const ids = { replyId: idForCall(context), textId: uuidv7() };
    const open = () => this.#openWhatIsReached(input.questionId, context);
    const approving = this.pipeline.execute(
      byStandingAccount(approveWithReply),
      { ...input, ...wish, ...ids },
      commandContext(context, input),
    );
    const { replyId } = await approving.catch(async (error: unknown) => {
      // A call may have died between its commit and the reveal. Its repeat without a key is a conflict, but still opens
      // what was reached.
      if (error instanceof Refusal && error.code === 'conflict') await open();
      throw error;
    });
    await open();
    return this.queries.replies.withTitle(replyId, wish.accountId);
  }

  @Handles(contentRpc.ignoreQuestion)
  async ignore(input: RpcParsed<typeof contentRpc.ignoreQuestion>, context: CallContext) {
    return this.pipeline.execute(
      byStandingAccount(ignoreQuestion),
      await this.#wish(input.questionId, context),
      commandContext(context, input),
    );
  }

  /**
   * In batches, so that no transaction locks years of questions. Only the first batch stores its answer under the key.
   */
  @Handles(contentRpc.ignoreQuestionsOf)
  async ignoreAllOf(input: RpcParsed<typeof contentRpc.ignoreQuestionsOf>, context: CallContext) {
    const targetId = actorOf(context);
    const { idempotencyKey: _, ...unkeyed } = commandContext(context, input);
    const command = byStandingAccount(ignoreQuestionsOf);
    for (let ignored = 0, of = commandContext(context, input); ; of = unkeyed) {
      const questionIds = await this.queries.pendingOf(targetId, input.askerId, ignoredAtOnce);
      ignored += (await this.pipeline.execute(command, { questionIds, targetId }, of)).ignored;
      if (questionIds.length < ignoredAtOnce) return { ignored };
    }
  }

  @Handles(contentRpc.pendingQuestions)
  async pending(input: RpcParsed<typeof contentRpc.pendingQuestions>, context: CallContext) {
    return { questions: await this.queries.pending(actorOf(context), input.before) };
  }

  /** The question may have boosts from before its reply had a threshold. The answer must show what they opened. */
  async #openWhatIsReached(questionId: string, context: CallContext): Promise<void> {
    const asking = askingContext(context);
    const items = [{ contentType: 'question' as const, contentId: questionId }];
    const { counts } = await this.rpc.call(engagementRpc.contentCounts, { items }, asking);
    const boostPeak = counts[0]?.boostPeak ?? counts[0]?.boostCount ?? 0;
    if (boostPeak > 0)
      await this.pipeline.execute(
        latchReveal,
        { questionId, boostPeak },
        commandContext({ ...asking, ...(context.now !== undefined && { now: context.now }) }),
      );
  }

  async #wish(questionId: string, context: CallContext) {
    const accountId = actorOf(context);
    const question = await this.queries.questionOwner(questionId);
    if (!question) throw new Refusal('not_found');
    return { questionId, accountId, isAuthor: await this.authorship.isOwner(question.owner, accountId) };
  }
}
