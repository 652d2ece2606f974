import { describe, expect, it } from '@jest/globals';
import { cpuBetween, cpuTimes, parseStat, totalCpu } from './process-cpu.ts';

describe('CPU times of processes', () => {
  it('`parseStat` reads a process name with brackets and blanks', () => {
    const line = '4711 (tmux: (a) b) S 12 4711 4711 0 -1 4194304 1 2 3 4 70 30 5 6 20 0 1 0 100 1 1';
    const times = { pid: 4711, parent: 12, startedAt: 100, endedChildrenTicks: 5 + 6, ticks: 70 + 30 + 5 + 6 };
    expect(parseStat(line)).toEqual(times);
  });

  it('the CPU of a process rises when the process works', () => {
    const before = cpuTimes({ own: process.pid });
    const busySince = process.cpuUsage();
    const spentUs = () => Object.values(process.cpuUsage(busySince)).reduce((sum, part) => sum + part, 0);
    while (spentUs() < 60_000) JSON.parse(JSON.stringify({ some: ['work'] }));
    expect(totalCpu(cpuBetween(before, cpuTimes({ own: process.pid })))).toBeGreaterThanOrEqual(40_000);
  });

  it('the CPU of a backend counts for the backend, and after its end for PostgreSQL', () => {
    const backend = (ticks: number) => ({ role: 'postgres/reader', ticks });
    const before = { processes: { postgres: 10 }, backends: new Map([['1/5', backend(4)]]) };
    const busy = {
      processes: { postgres: 18 },
      backends: new Map([
        ['1/5', backend(9)],
        ['2/7', backend(1)],
      ]),
    };
    expect(cpuBetween(before, busy)).toEqual({ postgres: 20_000, 'postgres/reader': 60_000 });
    expect(cpuBetween(before, { processes: { postgres: 18 }, backends: new Map() })).toEqual({ postgres: 80_000 });
  });
});
