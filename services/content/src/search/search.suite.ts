import { randomUUID } from 'node:crypto';
import { contentRpc, type RpcInput } from '@hearsay/contracts';
import type { ContentUnderTest } from '../content.suite.js';

/** A random word of letters only, because a UUID would be several words. */
export const randomWord = () => `w${randomUUID().replaceAll(/[-\d]/g, (digit) => 'ghijklmnopq'[Number(digit) || 10]!)}`;

export const searchOf = (content: ContentUnderTest) => ({
  page: (words: string, over: Partial<RpcInput<typeof contentRpc.search>> = {}, as: string | null = null) =>
    content.call(contentRpc.search, { words, kind: null, after: null, ...over }, as),

  /** Waits twice, because the first wait may end just before the relay publishes the last event. */
  settled: async () => {
    await content.settled();
    await content.settled();
  },
});
