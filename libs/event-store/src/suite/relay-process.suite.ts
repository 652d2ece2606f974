/** A process that relays a log and follows it, to be killed. Settings: SOURCE_URL, TARGET_URL, NATS_URL, PREFIX. */
import { connectNats } from '@hearsay/messaging';
import { startConsumers } from '../consumers/consumers.js';
import { startRelay } from '../relay/relay.js';
import { createPool, seenProjector, silentLog, source, target } from './world.suite.js';

const setting = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is missing`);
  return value;
};

const subjectPrefix = setting('PREFIX');
const connection = await connectNats({ url: setting('NATS_URL'), name: 'killed' });
const pool = createPool(setting('SOURCE_URL'));
// Small messages give more moments to be killed between two.
startRelay({ pool, connection, service: source, subjectPrefix, log: silentLog, eventsInMessage: 5 });
startConsumers({
  pool: createPool(setting('TARGET_URL')),
  connection,
  service: target,
  subjectPrefix,
  consumers: [seenProjector],
  pipeline: { executeGroup: () => Promise.reject(new Error('There is no pipeline here')) },
  log: silentLog,
});
process.stdout.write('started\n');
