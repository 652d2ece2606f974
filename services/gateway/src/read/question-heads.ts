import { contentRpc, type RpcOutput } from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import { LatestReads } from './latest-reads.js';
import { inChunks, readContext } from './read-context.js';

export type QuestionHead = RpcOutput<typeof contentRpc.roomHeads>['rooms'][number];

/** How far the rooms of questions are; what does not exist is missing, and without `withWaiting` what waits for an approval. */
export class QuestionHeads extends LatestReads<QuestionHead> {
  constructor(rpc: RpcClient, withWaiting = false) {
    super(async (questionIds) => {
      const context = readContext();
      const answers = await Promise.all(
        inChunks(questionIds).map((some) =>
          rpc.call(contentRpc.roomHeads, { questionIds: some, withWaiting }, context),
        ),
      );
      return new Map(answers.flatMap(({ rooms }) => rooms).map((room) => [room.questionId, room]));
    });
  }
}
