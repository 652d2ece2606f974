import { describe, expect, it } from '@jest/globals';
import { OpenResources } from './open-resources.js';

describe('the resources of a process', () => {
  const openThree = () => {
    const opened = new OpenResources();
    const closed: string[] = [];
    opened.add(() => closed.push('first'));
    opened.add(async () => {
      closed.push('second');
      throw new Error('It does not close');
    });
    opened.add(() => Promise.resolve(closed.push('third')));
    return { opened, closed };
  };

  it('resources are closed once in reverse order, even if one fails to close', async () => {
    const { opened, closed } = openThree();
    await expect(opened.close()).rejects.toThrow('It does not close');
    expect(closed).toEqual(['third', 'second', 'first']);
    await opened.close();
    expect(closed).toHaveLength(3);
  });

  it('a failed start closes the resources and throws the error of the start', async () => {
    const { opened, closed } = openThree();
    await expect(opened.during(() => Promise.reject(new Error('No database')))).rejects.toThrow('No database');
    expect(closed).toEqual(['third', 'second', 'first']);
  });

  it('resources stay open when the start succeeds', async () => {
    const { opened, closed } = openThree();
    expect(await opened.during(async () => 'running')).toBe('running');
    expect(closed).toEqual([]);
  });
});
