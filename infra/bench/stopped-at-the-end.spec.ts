import { describe, expect, it } from '@jest/globals';
import { stopEverything, stoppedAtTheEnd } from './stopped-at-the-end.ts';

describe('what a benchmark has started', () => {
  it('is stopped behind its work, also when that fails', async () => {
    const said: string[] = [];
    const stop = async () => void said.push('stopped');
    expect(await stoppedAtTheEnd(stop, async () => said.push('worked'))).toBe(1);
    await expect(stoppedAtTheEnd(stop, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(said).toEqual(['worked', 'stopped', 'stopped']);
  });

  it('is stopped in the middle of its work when the process is told to end, and only once', async () => {
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
