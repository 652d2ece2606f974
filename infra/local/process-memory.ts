import { readFileSync } from 'node:fs';

const sampleEveryMs = 250;

/** Resident memory in megabytes (VmRSS in proc(5)). NaN if the process does not exist. */
const residentMegabytes = (pid: number): number => {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
};

/** Samples the memory of a process. `stop` returns the peak in megabytes, or NaN if no sample found the process. */
export const watchMemory = (pid: number): { stop: () => number } => {
  const seen = [residentMegabytes(pid)];
  const timer = setInterval(() => seen.push(residentMegabytes(pid)), sampleEveryMs).unref();
  return {
    stop: () => {
      clearInterval(timer);
      const known = seen.filter((megabytes) => !Number.isNaN(megabytes));
      return known.length > 0 ? Math.max(...known) : Number.NaN;
    },
  };
};
