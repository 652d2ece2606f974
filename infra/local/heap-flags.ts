import type { ServiceName } from './service-list.ts';

/**
 * V8's four helper threads per service take both cores of a small machine for a tenth of a second. That delays boosts
 * (docs/performance.md).
 */
const oneThreadCollects = '--single-threaded-gc';

/**
 * The old space is not collected below this. A collection takes a core for a tenth of a second, however little it
 * frees. V8 halves this where a small container leaves less than twice as much.
 */
const leastOldMegabytes = { service: 128, gateway: 160 };
/** Half of the gateway's container, as V8 chooses there. On a large machine V8 would let garbage grow to gigabytes. */
const mostOldMegabytesOfGateway = 384;
/** Half of the young generation. V8's own choice grew the process by 60 more in a flood of reads, without a benefit. */
const youngHalfMegabytesOfGateway = 32;

export const heapFlags = (service: ServiceName): readonly string[] => {
  const isGateway = service === 'gateway';
  return [
    oneThreadCollects,
    // Despite its name, V8 skips every collection of the old space below this size, also later.
    `--initial-old-space-size=${isGateway ? leastOldMegabytes.gateway : leastOldMegabytes.service}`,
    ...(isGateway
      ? [`--max-old-space-size=${mostOldMegabytesOfGateway}`, `--max-semi-space-size=${youngHalfMegabytesOfGateway}`]
      : []),
  ];
};
