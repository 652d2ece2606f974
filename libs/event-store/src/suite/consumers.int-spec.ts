import { consumerCases } from './consumers.suite.js';
import { deadLetterCases } from './dead-letters.suite.js';
import { haltCases } from './halts.suite.js';
import { onNats } from './on-nats.suite.js';
import { sliceCases } from './slices.suite.js';

await onNats((server) => {
  consumerCases(() => server().url);
  deadLetterCases(() => server().url);
  haltCases(() => server().url);
  sliceCases(() => server().url);
});
