import { identityRpc } from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import { BatchedCache } from './batched-cache.js';
import { inChunks, readContext } from './read-context.js';

/** How long a picture is given out without asking again whether somebody still shows it. */
const freshMs = 2000;
/** How many pictures are remembered. */
const maxPictures = 50_000;

/** Which pictures may be given out: those of people who are to be seen, and no earlier ones. */
export class ShownPictures {
  readonly #shown: BatchedCache<true>;

  constructor(rpc: RpcClient) {
    this.#shown = new BatchedCache({
      freshMs,
      maxEntries: maxPictures,
      load: async (keys, correlationId) => {
        const context = readContext(correlationId);
        const answers = await Promise.all(
          inChunks(keys).map((some) => rpc.call(identityRpc.shownPictures, { keys: some }, context)),
        );
        return new Map(answers.flatMap((answer) => answer.keys.map((key) => [key, true] as const)));
      },
    });
  }

  /** @param key of the large size */
  async has(key: string, correlationId: string): Promise<boolean> {
    return (await this.#shown.many([key], correlationId)).has(key);
  }
}
