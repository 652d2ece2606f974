import { onNats } from './on-nats.suite.js';
import { relayCases } from './relay.suite.js';

await onNats('2.9', relayCases);
