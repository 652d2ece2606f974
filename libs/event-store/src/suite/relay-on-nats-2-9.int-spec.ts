import { onNats } from './on-nats.suite.js';
import { relayCases } from './relay.suite.js';

onNats('2.9', relayCases);
