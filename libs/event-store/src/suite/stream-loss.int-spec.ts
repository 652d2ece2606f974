import { onNats } from './on-nats.suite.js';
import { streamLossCases } from './stream-loss.suite.js';

await onNats(streamLossCases);
