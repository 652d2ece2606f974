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
/** About half of a service's container, as V8 chooses there. On a large machine V8 lets garbage grow to gigabytes. */
const mostOldMegabytes = { service: 256, gateway: 384 };
/** Half of the young generation. V8's own choice is 64, which a service fills while it catches up with events. */
const youngHalfMegabytes = { service: 16, gateway: 32 };

export const heapFlags = (service: ServiceName): readonly string[] => {
  const kind = service === 'gateway' ? 'gateway' : 'service';
  return [
    oneThreadCollects,
    // Despite its name, V8 skips every collection of the old space below this size, also later.
    `--initial-old-space-size=${leastOldMegabytes[kind]}`,
    `--max-old-space-size=${mostOldMegabytes[kind]}`,
    `--max-semi-space-size=${youngHalfMegabytes[kind]}`,
  ];
};
