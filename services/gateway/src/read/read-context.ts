import { randomUUID } from 'node:crypto';
import { type CallContext, deadlineIn, identityRpc, type Rpc } from '@hearsay/contracts';

/** How long the gateway waits for something it reads on nobody's behalf. */
const timeoutMs = 5000;
/** The most ids in one batched question. */
const maxPerQuestion = 500;

/** The context of reads for visitors: nobody's own things are in the answer, so it may be shown to everyone. */
export const readContext = (correlationId: string = randomUUID()): CallContext => ({
  correlationId,
  accountId: null,
  deadline: deadlineIn(timeoutMs),
});

/** Reads for everyone, of which there may be a flood. A session lookup precedes every act, so it is none of these. */
export const isAskedForVisitors = (rpc: Rpc, { accountId }: CallContext): boolean =>
  accountId === null && rpc.kind === 'query' && rpc.name !== identityRpc.session.name;

/** `most`: how many one answer has room for. */
export const inChunks = <T>(items: readonly T[], most = maxPerQuestion): T[][] => {
  const chunks: T[][] = [];
  for (let from = 0; from < items.length; from += most) chunks.push(items.slice(from, from + most));
  return chunks;
};
