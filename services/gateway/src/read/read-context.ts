import { randomUUID } from 'node:crypto';
import { type CallContext, deadlineIn, identityRpc, type Rpc } from '@hearsay/contracts';

const timeoutMs = 5000;
const maxPerQuestion = 500;

/** The context of a read for a visitor. Its answer may be shown to everyone. */
export const visitorContext = (correlationId: string = randomUUID()): CallContext => ({
  correlationId,
  accountId: null,
  deadline: deadlineIn(timeoutMs),
});

/**
 * True for reads for visitors, which may arrive in great numbers. False for the lookup of a session, because acts of
 * signed-in people also need it.
 */
export const isVisitorRead = (rpc: Rpc, { accountId }: CallContext): boolean =>
  accountId === null && rpc.kind === 'query' && rpc.name !== identityRpc.session.name;

/** Splits items into parts that each fit into one call. */
export const callInParts = async <T, A>(
  items: readonly T[],
  ask: (some: T[]) => Promise<readonly A[]>,
  most = maxPerQuestion,
): Promise<A[]> => (await Promise.all(splitIntoChunks(items, most).map(ask))).flat();

const splitIntoChunks = <T>(items: readonly T[], most = maxPerQuestion): T[][] => {
  const chunks: T[][] = [];
  for (let from = 0; from < items.length; from += most) chunks.push(items.slice(from, from + most));
  return chunks;
};

/** Views by id. Calls `read` repeatedly, because an answer has only the views that fit into a message. */
export const readAllViews = async <V>(
  ids: readonly string[],
  read: (
    some: string[],
    context: CallContext,
  ) => Promise<{ readonly found: [id: string, view: V][]; readonly to: number }>,
): Promise<Map<string, V>> => {
  const context = visitorContext();
  const views = new Map<string, V>();
  for (const chunk of splitIntoChunks(ids))
    for (let from = 0; from < chunk.length; ) {
      const { found, to } = await read(chunk.slice(from), context);
      for (const [id, view] of found) views.set(id, view);
      from += Math.max(1, to);
    }
  return views;
};
