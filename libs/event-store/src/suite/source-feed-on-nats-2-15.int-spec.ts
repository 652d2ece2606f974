import { onNats } from './on-nats.suite.js';
import { sourceFeedCases } from './source-feed.suite.js';

await onNats('2.15', sourceFeedCases);
