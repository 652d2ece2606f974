import type { ServiceName } from './service-list.ts';

/**
 * Without this flag V8 collects garbage on four threads per service. These threads take both cores of a small machine
 * for a tenth of a second, which delays boosts (docs/performance.md).
 */
const oneThreadCollects = '--single-threaded-gc';

/**
 * V8 does not collect the old generation below this size. A collection takes a core for a tenth of a second even if it
 * frees little. In a container with less than twice this memory, V8 halves the size.
 */
const minOldMegabytes = { service: 128, gateway: 160 };
/** About half of a container's memory, which is V8's own choice there. On a large machine V8 would allow gigabytes. */
const maxOldMegabytes = { service: 256, gateway: 384 };
/**
 * The size of one of the two halves of the young generation. By default V8 allows 64 MB, which a busy service fills.
 */
const youngHalfMegabytes = { service: 16, gateway: 32 };

export const heapFlags = (service: ServiceName): readonly string[] => {
  const kind = service === 'gateway' ? 'gateway' : 'service';
  return [
    oneThreadCollects,
    // Despite its name, the flag applies at all times, not only at the start.
    `--initial-old-space-size=${minOldMegabytes[kind]}`,
    `--max-old-space-size=${maxOldMegabytes[kind]}`,
    `--max-semi-space-size=${youngHalfMegabytes[kind]}`,
  ];
};
