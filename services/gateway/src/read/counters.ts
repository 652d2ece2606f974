import { type CallContext, type ContentCounts, type ContentRef, contentKey, engagementRpc } from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import { inChunks } from './read-context.js';

/** Counters and the viewer's own boosts, by `contentType:contentId`; unknown content is missing. */
export type Counts = ReadonlyMap<string, ContentCounts>;

export class Counters {
  constructor(private readonly rpc: RpcClient) {}

  async of(items: readonly ContentRef[], context: CallContext): Promise<Counts> {
    const answers = await Promise.all(inChunks(items).map((some) => this.rpc.call(engagementRpc.contentCounts, { items: some }, context)));
    return new Map(answers.flatMap(({ counts }) => counts).map((count) => [contentKey(count), count]));
  }
}

export const questionRef = (contentId: string): ContentRef => ({ contentType: 'question', contentId });
export const replyRef = (contentId: string): ContentRef => ({ contentType: 'discussion', contentId });

/** What engagement has not heard of yet has no boosts. */
export const countOf = (counts: Counts, item: ContentRef): { boostCount: number; repostCount: number } =>
  counts.get(contentKey(item)) ?? { boostCount: 0, repostCount: 0 };
