import { type CallContext, contentModerationRpc, moderationRpc, type QuestionView, Refusal } from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';

/**
 * What an ambassador reads of a question that waits for its approval: only while a report on it is open, and by these reads alone. All other
 * calls know them as anybody.
 */
export class ReportedQuestions {
  constructor(private readonly rpc: RpcClient) {}

  /** What `read` answers. Where it finds nothing, an ambassador gets what `instead` makes of a reported question. */
  async orReported<T>(
    questionId: string,
    { context, viewer }: { readonly context: CallContext; readonly viewer: { readonly isAmbassador: boolean } | null },
    read: () => Promise<T>,
    instead: (question: QuestionView) => T | Promise<T>,
  ): Promise<T> {
    try {
      return await read();
    } catch (error) {
      if (!viewer?.isAmbassador || !(error instanceof Refusal && error.code === 'not_found')) throw error;
      const { hasOpenReport } = await this.rpc.call(
        moderationRpc.hasOpenReport,
        { contentType: 'question', contentId: questionId },
        context,
      );
      if (!hasOpenReport) throw error;
      return instead((await this.rpc.call(contentModerationRpc.reportedQuestion, { questionId }, context)).question);
    }
  }
}
