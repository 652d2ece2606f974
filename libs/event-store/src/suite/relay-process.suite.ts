/**
 * A process with a relay and a consumer, which a test kills. It reads the variables SOURCE_URL, TARGET_URL, NATS_URL
 * and PREFIX.
 */
import { connectNats } from '@hearsay/messaging';
import { startConsumers } from '../consumers/consumers.js';
import { Relay } from '../relay/relay.js';
import { createPipeline, silentLog } from './ledger.suite.js';
import { setting } from './processes.suite.js';
import { createPool, seenProjector, source, target } from './world.suite.js';

const subjectPrefix = setting('PREFIX');
const connection = await connectNats({ url: setting('NATS_URL'), name: 'killed' });
const pool = createPool(setting('SOURCE_URL'));
// The messages are small, so that a kill often falls between two of them.
new Relay({ pool, connection, service: source, subjectPrefix, log: silentLog, eventsInMessage: 5 });
const targetPool = createPool(setting('TARGET_URL'));
startConsumers({
  pool: targetPool,
  connection,
  service: target,
  subjectPrefix,
  consumers: [seenProjector],
  pipeline: createPipeline(targetPool),
  log: silentLog,
});
process.stdout.write('started\n');
