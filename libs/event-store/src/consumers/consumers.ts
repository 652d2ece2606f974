import { Locks } from '../runtime/locks.js';
import { pause } from '../runtime/pause.js';
import { eventStreamOf } from '../stream/event-stream.js';
import type { Consumer } from './consumer-definitions.js';
import { ConsumerRunner, type ConsumerStatus } from './consumer-runner.js';
import { countAllDeadLetters } from './dead-letters.js';
import type { ConsumerDependencies } from './event-applier.js';
import { SourceFeed } from './source-feed.js';

export type { ConsumerStatus } from './consumer-runner.js';
export type { GroupPipeline } from './effects.js';
export type { ConsumerMetrics } from './event-applier.js';

/** How often `caughtUp` asks its consumers. */
const askAgainMs = 20;
/** How often the newest number of each source is asked for. */
const measureEveryMs = 2000;
/** How often dead letters are counted: operators' programs replay and discard them in processes of their own. */
const countLettersEveryMs = 5000;

export interface ConsumersOptions extends ConsumerDependencies {
  readonly consumers: readonly Consumer[];
}

export interface Consumers {
  status(): ConsumerStatus[];
  /** Names of those whose streams hold messages that they do not get. */
  stalled(): string[];
  /** Whether this process has applied everything that the streams of all sources hold. */
  isCaughtUp(): Promise<boolean>;
  /** Resolves when this process has applied everything that the streams of all sources hold. */
  caughtUp(): Promise<void>;
  /** Finishes the batches at hand and gives the consumers to other processes. */
  stop(): Promise<void>;
}

/**
 * Runs a service's projectors and reactors. Each is run by one process at a time, reads its source's stream in order, and commits
 * its checkpoint with its effects; outages of PostgreSQL and NATS are waited out.
 */
export const startConsumers = (options: ConsumersOptions): Consumers => {
  const names = options.consumers.map((consumer) => consumer.name);
  if (new Set(names).size !== names.length)
    throw new Error(`Two consumers of ${options.service} have one name: ${names.join(', ')}`);
  for (const consumer of options.consumers) {
    const unheard = consumer.events.find((event) => event.audience === 'internal');
    if (unheard)
      throw new Error(
        `${consumer.name} of ${options.service} waits for ${unheard.type}, which is internal: it never leaves its log`,
      );
  }
  const locks = new Locks(options.pool, options.log);
  const stopping = new AbortController();
  const feeds = new Map(
    [...new Set(options.consumers.map(({ source }) => source))].map((source) => [
      source,
      new SourceFeed(
        options.connection,
        eventStreamOf(source, options.subjectPrefix),
        typesWanted(options.consumers, source),
      ),
    ]),
  );
  const runners = options.consumers.map(
    (consumer) => new ConsumerRunner(options, consumer, feeds.get(consumer.source)!, locks),
  );
  const isCaughtUp = async () => (await Promise.all(runners.map((runner) => runner.isCaughtUp()))).every(Boolean);
  const measuring = Promise.all([
    measureLags([...feeds.values()], runners, stopping.signal),
    showDeadLetters(options, stopping.signal),
  ]);
  return {
    status: () => runners.map((runner) => runner.status),
    stalled: () => runners.flatMap((runner) => (runner.isStalled ? [runner.status.consumer] : [])),
    isCaughtUp,

    async caughtUp() {
      while (!stopping.signal.aborted) {
        if (await isCaughtUp()) return;
        await pause(askAgainMs, stopping.signal);
      }
    },

    async stop() {
      stopping.abort();
      await Promise.all(runners.map((runner) => runner.stop()));
      await measuring;
      await locks.close();
    },
  };
};

const typesWanted = (consumers: readonly Consumer[], source: string): ReadonlySet<string> =>
  new Set(
    consumers.filter((consumer) => consumer.source === source).flatMap(({ events }) => events.map(({ type }) => type)),
  );

/** A consumer that stands still, or is far behind, does not see by itself how much there is. */
const measureLags = async (
  feeds: readonly SourceFeed[],
  runners: readonly ConsumerRunner[],
  signal: AbortSignal,
): Promise<void> => {
  while (!signal.aborted) {
    // What cannot be asked now (no stream yet, no server) is asked again.
    await Promise.all(feeds.map((feed) => feed.measure().catch(() => undefined)));
    for (const runner of runners) {
      runner.checkProgress();
      runner.showLag();
    }
    await pause(measureEveryMs, signal);
  }
};

/** The gauges show what waits, whichever process has left it or dealt with it. */
const showDeadLetters = async (
  { pool, consumers, metrics, log }: ConsumersOptions,
  signal: AbortSignal,
): Promise<void> => {
  if (!metrics) return;
  while (!signal.aborted) {
    try {
      const waiting = await countAllDeadLetters(pool);
      for (const { name } of consumers) metrics.deadLetters.set({ consumer: name }, waiting.get(name) ?? 0);
    } catch (error) {
      log.warn({ err: error }, 'Dead letters could not be counted');
    }
    await pause(countLettersEveryMs, signal);
  }
};
