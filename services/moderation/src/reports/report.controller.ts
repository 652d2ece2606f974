import {
  type CallContext,
  type ContentRef,
  contentModerationRpc,
  moderationRpc,
  type Owner,
  Refusal,
  type RpcParsed,
} from '@hearsay/contracts';
import { CommandPipeline, executeLookedUp } from '@hearsay/event-store';
import { Handles, RpcClient } from '@hearsay/messaging';
import { actorOf, askingContext, commandContext, idForCall, uuidv7 } from '@hearsay/service-runtime';
import { Controller } from '@nestjs/common';
import { LockedWords } from './locked-words.js';
import { type FileReport, fileReport, keepOpenedWords, type ResolveReport, resolveReport } from './report.decider.js';
import { ReportQueries, reportPairOf } from './report.queries.js';

@Controller()
export class ReportController {
  constructor(
    private readonly pipeline: CommandPipeline,
    private readonly queries: ReportQueries,
    private readonly locked: LockedWords,
    private readonly rpc: RpcClient,
  ) {}

  @Handles(moderationRpc.fileReport)
  async fileReport(input: RpcParsed<typeof moderationRpc.fileReport>, context: CallContext) {
    const reporterId = actorOf(context);
    const { contentType, contentId, reason } = input;
    let lockedUnder: string | undefined;
    const lookUp = async (): Promise<FileReport> => {
      const items = [{ contentType, contentId }];
      const { contents } = await this.rpc.call(
        contentModerationRpc.reportedContents,
        { items },
        askingContext(context),
      );
      const [content] = contents;
      if (!content) throw new Refusal('not_found');
      if (content.isLocked) lockedUnder = content.questionId;
      return {
        reportId: idForCall(context),
        pairId: reportPairOf(reporterId, { contentType, contentId }),
        reporterId,
        content,
        reason,
        reasonTextId: uuidv7(),
        previewTextId: uuidv7(),
      };
    };
    const { reportId } = await executeLookedUp(this.pipeline, fileReport, lookUp, commandContext(context, input));
    if (lockedUnder !== undefined) await this.#keepWhatOpenedMeanwhile(lockedUnder, context);
    return { report: (await this.#find(reportId)).view };
  }

  @Handles(moderationRpc.resolveReport)
  async resolveReport({ reportId }: RpcParsed<typeof moderationRpc.resolveReport>, context: CallContext) {
    const reviewerId = actorOf(context);
    const lookUp = async (): Promise<ResolveReport> => {
      const { view, reporterId, questionId, owner } = await this.#find(reportId);
      const { contentType, contentId } = view;
      if (await this.#isAbout(reviewerId, { contentType, contentId, owner }, context))
        throw new Refusal('forbidden', 'You cannot resolve a report about yourself');
      const report = { reportId, reporterId, contentType, contentId, questionId };
      return { ...report, pairId: reportPairOf(reporterId, view), authorId: owner.accountId, reviewerId };
    };
    await executeLookedUp(this.pipeline, resolveReport, lookUp, commandContext(context, { reportId }));
    return { report: (await this.#find(reportId)).view };
  }

  @Handles(moderationRpc.reports)
  async reports(input: RpcParsed<typeof moderationRpc.reports>, { accountId }: CallContext) {
    return { reports: await this.queries.list(input, accountId) };
  }

  @Handles(moderationRpc.pendingReports)
  async pendingReports(_input: object, { accountId }: CallContext) {
    return { reports: await this.queries.countPending(accountId) };
  }

  @Handles(moderationRpc.hasOpenReport)
  async hasOpenReport(input: RpcParsed<typeof moderationRpc.hasOpenReport>) {
    return { hasOpenReport: await this.queries.hasOpenReport(input) };
  }

  /** The reveal's event may have arrived before this report was stored. */
  async #keepWhatOpenedMeanwhile(questionId: string, context: CallContext): Promise<void> {
    const opened = await this.locked.openedUnder(questionId, context);
    if (opened.length === 0) return;
    const { correlationId, deadline } = context;
    await this.pipeline.execute(
      keepOpenedWords,
      { opened },
      { accountId: null, correlationId, deadline: Date.parse(deadline) },
    );
  }

  async #isAbout(
    accountId: string,
    { owner, ...content }: ContentRef & { readonly owner: Owner },
    context: CallContext,
  ): Promise<boolean> {
    if (owner.sealed === null) return owner.accountId === accountId;
    const { isAuthor } = await this.rpc.call(contentModerationRpc.isAuthor, content, askingContext(context));
    return isAuthor;
  }

  async #find(reportId: string) {
    const found = await this.queries.find(reportId);
    if (!found) throw new Refusal('not_found');
    return found;
  }
}
