import { damagedStreamCases } from './damaged-stream.suite.js';
import { onNats } from './on-nats.suite.js';

await onNats(damagedStreamCases);
