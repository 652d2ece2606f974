/** A process with six consumers, which a test kills. It reads the variables NAME, TARGET_URL, NATS_URL and PREFIX. */
import { connectNats } from '@hearsay/messaging';
import { startConsumers } from '../consumers/consumers.js';
import { consumerNames, recordingProjector } from './leases.suite.js';
import { createPipeline, silentLog } from './ledger.suite.js';
import { setting } from './processes.suite.js';
import { createPool, target } from './world.suite.js';

const pool = createPool(setting('TARGET_URL'), { application_name: setting('NAME') });
startConsumers({
  pool,
  connection: await connectNats({ url: setting('NATS_URL'), name: 'killed' }),
  service: target,
  subjectPrefix: setting('PREFIX'),
  consumers: consumerNames.map(recordingProjector),
  pipeline: createPipeline(pool),
  log: silentLog,
});
process.stdout.write('started\n');
