import { describe, expect, it } from '@jest/globals';
import { stopEverything, stoppedAtTheEnd } from './stopped-at-the-end.ts';

describe('a process that a benchmark has started', () => {
  it('is stopped after the work, even if the work fails', async () => {
    const said: string[] = [];
    const stop = async () => void said.push('stopped');
    expect(await stoppedAtTheEnd(stop, async () => said.push('worked'))).toBe(1);
    await expect(stoppedAtTheEnd(stop, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(said).toEqual(['worked', 'stopped', 'stopped']);
  });

  it('is stopped once if the benchmark is terminated during its work', async () => {
    let stops = 0;
    const end = Promise.withResolvers<void>();
    const working = stoppedAtTheEnd(
      async () => {
        stops += 1;
        end.reject(new Error('its servers are gone'));
      },
      () => end.promise,
    );
    const failing = expect(working).rejects.toThrow('its servers are gone');
    await stopEverything();
    await failing;
    expect(stops).toBe(1);
    await stopEverything();
    expect(stops).toBe(1);
  });
});
