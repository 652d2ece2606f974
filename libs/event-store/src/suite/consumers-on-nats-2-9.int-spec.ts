import { consumerCases } from './consumers.suite.js';
import { onNats } from './on-nats.suite.js';

await onNats('2.9', (server) => consumerCases(() => server().url));
