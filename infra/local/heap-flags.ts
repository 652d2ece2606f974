import type { ServiceName } from './service-list.ts';

/**
 * Collects garbage on the thread that made it. V8's four helper threads in each service take both cores of a small machine for a tenth of a
 * second, and boosts wait (docs/performance.md).
 */
const oneThreadCollects = '--single-threaded-gc';

/**
 * Below this the old space is not collected: a collection takes a core for a tenth of a second, however little it frees. V8 halves it where a
 * small container leaves it less than twice as much.
 */
const leastOldMegabytes = { service: 128, gateway: 160 };
/**
 * The most that the gateway's old space may take: half of what its container may take, as V8 chooses by itself there. On a large machine it would
 * let garbage grow to gigabytes before it collects it.
 */
const mostOldMegabytesOfGateway = 384;
/** A half of the gateway's young generation: V8's own choice grew the process by 60 more in a flood of reads, and brought nothing. */
const youngHalfMegabytesOfGateway = 32;

/** V8's flags for the heap of a service (docs/performance.md). */
export const heapFlags = (service: ServiceName): readonly string[] => {
  const isGateway = service === 'gateway';
  return [
    oneThreadCollects,
    // Its name is that of a beginning, but V8 skips every collection of the old space below it, also later.
    `--initial-old-space-size=${isGateway ? leastOldMegabytes.gateway : leastOldMegabytes.service}`,
    ...(isGateway
      ? [`--max-old-space-size=${mostOldMegabytesOfGateway}`, `--max-semi-space-size=${youngHalfMegabytesOfGateway}`]
      : []),
  ];
};
