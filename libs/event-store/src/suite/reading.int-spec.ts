import { onNats } from './on-nats.suite.js';
import { readingCases } from './reading.suite.js';

await onNats(readingCases);
