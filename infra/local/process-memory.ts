import { readFileSync } from 'node:fs';

/** How often a process is looked at. */
const sampleEveryMs = 250;

/** The resident memory of a process in megabytes (VmRSS of proc(5)); NaN when it is gone. */
const residentMegabytes = (pid: number): number => {
  try {
    const found = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return found ? Number(found[1]) / 1024 : Number.NaN;
  } catch {
    return Number.NaN;
  }
};

/** Looks at a process until `stop`, which answers the most that it held, in megabytes; NaN when it was never seen. */
export const watchMemory = (pid: number): { stop: () => number } => {
  let peak = residentMegabytes(pid);
  const timer = setInterval(() => {
    const now = residentMegabytes(pid);
    if (!Number.isNaN(now)) peak = Number.isNaN(peak) ? now : Math.max(peak, now);
  }, sampleEveryMs);
  return {
    stop: () => {
      clearInterval(timer);
      return peak;
    },
  };
};
