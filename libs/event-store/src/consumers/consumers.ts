import { Locks } from '../runtime/locks.js';
import { pause } from '../runtime/pause.js';
import { createJetStreamManager, eventStreamOf, findStreamEnd } from '../stream/event-stream.js';
import type { Consumer } from './consumer-definitions.js';
import { ConsumerRunner } from './consumer-runner.js';
import { countDeadLetters } from './dead-letters.js';
import type { ConsumerDependencies } from './event-applier.js';

const measureEveryMs = 2000;
/** Dead letters are counted at this interval, because operator programs change them in other processes. */
const countLettersEveryMs = 5000;

export interface ConsumersOptions extends ConsumerDependencies {
  readonly consumers: readonly Consumer[];
}

/**
 * Starts the consumers of a service. Only one process at a time runs a consumer, and commits its checkpoint with its
 * effects. An outage only delays the consumers. The processes of a service divide the consumers evenly.
 */
export const startConsumers = (options: ConsumersOptions) => {
  const { consumers, service, subjectPrefix, connection, pool, metrics, log } = options;
  const names = consumers.map(({ name }) => name);
  if (new Set(names).size !== names.length)
    throw new Error(`Two consumers of ${service} have one name: ${names.join(', ')}`);
  for (const { name, events } of consumers) {
    const unheard = events.find((event) => event.audience === 'internal');
    if (unheard)
      throw new Error(`${name} of ${service} waits for ${unheard.type}, which is internal: it never leaves its log`);
  }
  const locks = new Locks(pool, log, { sharing: { group: `consumers of ${service}`, keys: consumers.length } });
  const stopping = new AbortController();
  const runners = consumers.map((consumer) => ({
    source: consumer.source,
    runner: new ConsumerRunner(options, consumer, locks),
  }));
  const behind = async () => {
    const areCaughtUp = await Promise.all(runners.map(({ runner }) => runner.isCaughtUp()));
    return names.filter((_, index) => !areCaughtUp[index]);
  };
  const repeat = async (everyMs: number, work: () => Promise<unknown>) => {
    while (!stopping.signal.aborted) {
      await work().catch(() => undefined);
      await pause(everyMs, stopping.signal);
    }
  };
  // A consumer that has stalled or is far behind does not learn the end of the stream from its messages.
  const measure = async (source: string) => {
    const end = await findStreamEnd(await createJetStreamManager(connection), eventStreamOf(source, subjectPrefix));
    for (const { runner } of runners.filter((each) => each.source === source))
      runner.setStreamEnd(end ?? { number: 0, messages: 0, lastSequence: 0 });
  };
  const countLetters = async () => {
    if (!metrics) return;
    const waiting = await countDeadLetters(pool);
    for (const consumer of names) metrics.deadLetters.set({ consumer }, waiting.get(consumer) ?? 0);
  };
  const measuring = Promise.all([
    ...[...new Set(consumers.map(({ source }) => source))].map((source) =>
      repeat(measureEveryMs, () => measure(source)),
    ),
    repeat(countLettersEveryMs, countLetters),
  ]);
  return {
    status: () => runners.map(({ runner }) => runner.status),
    stalled: () => runners.flatMap(({ runner }) => (runner.isStalled ? [runner.status.consumer] : [])),
    /** @returns the names of consumers with unprocessed events, even of consumers that run in other processes */
    behind,

    async stop() {
      stopping.abort();
      await Promise.all(runners.map(({ runner }) => runner.stop()));
      await measuring;
      await locks.close();
    },
  };
};

export type Consumers = ReturnType<typeof startConsumers>;
