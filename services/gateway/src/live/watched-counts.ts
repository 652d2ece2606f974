import { type LiveCounts, type LiveCountsOfShard, liveSubjects } from '@hearsay/contracts';

type Receive = (counts: LiveCounts) => void;
type Subscribe = <T>(subject: string, receive: (data: T) => void) => { unsubscribe(): void };

interface Shard {
  readonly receivers: Map<string, Set<Receive>>;
  readonly subscription: { unsubscribe(): void };
}

/**
 * Counts of the questions that are watched here. Engagement publishes those of a whole shard in one message a commit, so there is one
 * subscription a shard, from its first watched question to its last.
 */
export class WatchedCounts {
  readonly #subscribe: Subscribe;
  readonly #shards = new Map<string, Shard>();

  constructor(subscribe: Subscribe) {
    this.#subscribe = subscribe;
  }

  watch(questionId: string, receive: Receive): { unsubscribe(): void } {
    const subject = liveSubjects.counts(questionId);
    const shard = this.#shards.get(subject) ?? this.#open(subject);
    const receivers = shard.receivers.get(questionId) ?? new Set();
    shard.receivers.set(questionId, receivers.add(receive));
    return {
      unsubscribe: () => {
        receivers.delete(receive);
        if (receivers.size === 0 && shard.receivers.get(questionId) === receivers) shard.receivers.delete(questionId);
        if (shard.receivers.size === 0 && this.#shards.get(subject) === shard) {
          this.#shards.delete(subject);
          shard.subscription.unsubscribe();
        }
      },
    };
  }

  #open(subject: string): Shard {
    const receivers = new Map<string, Set<Receive>>();
    const subscription = this.#subscribe<LiveCountsOfShard>(subject, ({ items }) => {
      for (const counts of items) for (const receive of receivers.get(counts.questionId) ?? []) receive(counts);
    });
    const shard = { receivers, subscription };
    this.#shards.set(subject, shard);
    return shard;
  }
}
