import { readFileSync } from 'node:fs';

/** How often a process is looked at. */
const sampleEveryMs = 250;

/** The resident memory of a process in megabytes (VmRSS of proc(5)); NaN when it is gone. */
const residentMegabytes = (pid: number): number => {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
};

/** Looks at a process until `stop`, which answers the most that it held, in megabytes; NaN when it was never seen. */
export const watchMemory = (pid: number): { stop: () => number } => {
  const seen = [residentMegabytes(pid)];
  const timer = setInterval(() => seen.push(residentMegabytes(pid)), sampleEveryMs);
  return {
    stop: () => {
      clearInterval(timer);
      const known = seen.filter((megabytes) => !Number.isNaN(megabytes));
      return known.length > 0 ? Math.max(...known) : Number.NaN;
    },
  };
};
