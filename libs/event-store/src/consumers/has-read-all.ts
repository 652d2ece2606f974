import type { ProcessDependencies } from '../runtime/connections.js';
import { newEventsAfter } from '../stream/event-message.js';
import { createJetStreamManager, eventStreamOf, startSequence, streamInfo } from '../stream/event-stream.js';
import { OrderedSubscription } from '../stream/ordered-subscription.js';
import { readCheckpoint } from './checkpoints.js';
import type { Consumer } from './consumer-definitions.js';

const maxEvents = 1000;
const answerWithinMs = 5000;

/**
 * True if no event of the consumer follows its checkpoint, even if another process runs the consumer. Also true if the
 * source has no stream yet.
 */
export const hasReadAll = async (
  { connection, pool, subjectPrefix }: Pick<ProcessDependencies, 'connection' | 'pool' | 'subjectPrefix'>,
  { name, source, events }: Consumer,
): Promise<boolean> => {
  const checkpoint = await readCheckpoint(pool, name);
  const manager = await createJetStreamManager(connection);
  const stream = eventStreamOf(source, subjectPrefix);
  if ((await streamInfo(manager, stream)) === undefined) return true;
  const types = new Set(events.map(({ type }) => type));
  const { sequence } = await startSequence(manager, stream, checkpoint);
  const of = { connection, manager, stream, startSequence: sequence, after: checkpoint.logPosition, bodiesOf: types };
  const subscription = await OrderedSubscription.open(of);
  try {
    while (subscription.pending > 0)
      for (const delivery of await subscription.take(maxEvents, AbortSignal.timeout(answerWithinMs)))
        if (newEventsAfter(delivery, checkpoint.logPosition, types).some(({ event }) => event)) return false;
    return true;
  } finally {
    await subscription.close();
  }
};
