import {
  type CallContext,
  type ContentRef,
  contentModerationRpc,
  identityRpc,
  moderationRpc,
  type Owner,
  type Person,
  Refusal,
  type ReportedRef,
} from '@hearsay/contracts';
import { type CommandPipeline, executeAfterLookUp } from '@hearsay/event-store';
import { handlersOf, type RpcClient } from '@hearsay/messaging';
import { actorOf, commandContext, idForCall, queryContext, uuidv7 } from '@hearsay/service-runtime';
import { readOpenedPreviews } from './locked-words.js';
import {
  type FileReport,
  fileReport,
  type ReportedSubject,
  type ResolveReport,
  replaceOpenedPreviews,
  resolveReport,
} from './report.decider.js';
import { type ReportQueries, reportPairIdOf } from './report.queries.js';

/** A person as the subject of a report. The account id serves as `questionId`, because no question has this id. */
const reportedSubjectOf = ({ id, username, invitation }: Person, reporterId: string): ReportedSubject => ({
  contentType: 'user',
  contentId: id,
  questionId: id,
  owner: { accountId: id, sealed: null },
  isMine: id === reporterId,
  isLocked: false,
  preview: { title: username, description: invitation, content: null, mediaType: null },
});

export const reportHandlers = (pipeline: CommandPipeline, queries: ReportQueries, rpc: RpcClient) => {
  /** Does what `revealsReactor` does. The reactor may have handled `Revealed` before this report was stored. */
  const replaceRevealedPreviews = async (questionId: string, context: CallContext): Promise<void> => {
    const opened = await readOpenedPreviews(questionId, queries, rpc, context);
    if (opened.length === 0) return;
    const { correlationId, deadline } = context;
    await pipeline.execute(
      replaceOpenedPreviews,
      { opened },
      commandContext({ correlationId, deadline, accountId: null }),
    );
  };

  const isAuthorOf = async (
    accountId: string,
    { owner, contentType, contentId }: ReportedRef & { readonly owner: Owner },
    context: CallContext,
  ): Promise<boolean> => {
    if (owner.sealed === null || contentType === 'user') return owner.accountId === accountId;
    const content = { contentType, contentId };
    return (await rpc.call(contentModerationRpc.isAuthor, content, queryContext(context))).isAuthor;
  };

  const reportedContent = async (item: ContentRef, context: CallContext): Promise<ReportedSubject | undefined> => {
    const asked = { items: [item] };
    const { contents } = await rpc.call(contentModerationRpc.reportedContents, asked, queryContext(context));
    return contents[0];
  };

  /** The person with their present name and invitation, which the report keeps. Undefined for an unknown person. */
  const reportedPerson = async (
    id: string,
    reporterId: string,
    context: CallContext,
  ): Promise<ReportedSubject | undefined> => {
    const { people } = await rpc.call(identityRpc.people, { ids: [id] }, queryContext(context));
    return people[0] && reportedSubjectOf(people[0], reporterId);
  };

  const find = async (reportId: string) => {
    const found = await queries.find(reportId);
    if (!found) throw new Refusal('not_found');
    return found;
  };

  return handlersOf(moderationRpc, {
    async fileReport(input, context) {
      const reporterId = actorOf(context);
      const { contentType, contentId, reason } = input;
      let lockedUnder: string | undefined;
      const lookUp = async (): Promise<FileReport> => {
        const content =
          contentType === 'user'
            ? await reportedPerson(contentId, reporterId, context)
            : await reportedContent({ contentType, contentId }, context);
        if (!content) throw new Refusal('not_found');
        if (content.isLocked) lockedUnder = content.questionId;
        const ids = { reportId: idForCall(context), reasonTextId: uuidv7(), previewTextId: uuidv7() };
        return { ...ids, pairId: reportPairIdOf(reporterId, { contentType, contentId }), reporterId, content, reason };
      };
      const { reportId } = await executeAfterLookUp(pipeline, fileReport, lookUp, commandContext(context, input));
      if (lockedUnder !== undefined) await replaceRevealedPreviews(lockedUnder, context);
      return { report: (await find(reportId)).view };
    },

    async resolveReport({ reportId }, context) {
      const reviewerId = actorOf(context);
      const lookUp = async (): Promise<ResolveReport> => {
        const { view, reporterId, questionId, owner } = await find(reportId);
        const { contentType, contentId } = view;
        if (await isAuthorOf(reviewerId, { contentType, contentId, owner }, context))
          throw new Refusal('forbidden', 'You cannot resolve a report about yourself');
        const report = { reportId, reporterId, contentType, contentId, questionId };
        return { ...report, pairId: reportPairIdOf(reporterId, view), authorId: owner.accountId, reviewerId };
      };
      await executeAfterLookUp(pipeline, resolveReport, lookUp, commandContext(context, { reportId }));
      return { report: (await find(reportId)).view };
    },

    reports: async (input, { accountId }) => ({ reports: await queries.list(input, accountId) }),
    pendingReports: async (_input, { accountId }) => ({ reports: await queries.countPending(accountId) }),
    hasOpenReport: async (content) => ({ hasOpenReport: await queries.hasOpenReport(content) }),
  });
};
