import { onNats } from './on-nats.suite.js';
import { relayCases } from './relay.suite.js';

await onNats(relayCases);
