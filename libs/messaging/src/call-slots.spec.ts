import { describe, expect, it } from '@jest/globals';
import { CallSlots } from './call-slots.js';

/** Calls that are answered by hand. */
class Service {
  readonly begun: string[] = [];
  readonly #answers = new Map<string, { resolve: (answer: string) => void; reject: (error: Error) => void }>();

  call = (name: string) => (): Promise<string> => {
    this.begun.push(name);
    return new Promise((resolve, reject) => this.#answers.set(name, { resolve, reject }));
  };

  answer(name: string): void {
    this.#answers.get(name)?.resolve(name);
  }

  fail(name: string): void {
    this.#answers.get(name)?.reject(new Error(name));
  }
}

describe('slots for calls', () => {
  it('let so many in at once, and the others in the order in which they came', async () => {
    const service = new Service();
    const slots = new CallSlots(2, 10);
    const calls = ['a', 'b', 'c', 'd'].map((name) => slots.enter(service.call(name)));
    expect(service.begun).toEqual(['a', 'b']);
    service.answer('b');
    expect(await calls[1]).toBe('b');
    expect(service.begun).toEqual(['a', 'b', 'c']);
    // Who comes now stands behind those who wait.
    calls.push(slots.enter(service.call('e')));
    service.answer('a');
    await calls[0];
    service.answer('c');
    await calls[2];
    expect(service.begun).toEqual(['a', 'b', 'c', 'd', 'e']);
    for (const name of ['d', 'e']) service.answer(name);
    expect(await Promise.all(calls)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('are left by calls that fail', async () => {
    const service = new Service();
    const slots = new CallSlots(1, 10);
    const failing = slots.enter(service.call('a'));
    const next = slots.enter(service.call('b'));
    service.fail('a');
    await expect(failing).rejects.toThrow('a');
    service.answer('b');
    expect(await next).toBe('b');
  });

  it('refuse who would be one too many to wait, and all who wait when they close', async () => {
    const service = new Service();
    const slots = new CallSlots(1, 1);
    const first = slots.enter(service.call('a'));
    const second = slots.enter(service.call('b'));
    await expect(slots.enter(service.call('c'))).rejects.toMatchObject({ code: 'unavailable', details: { retryAfter: 1 } });
    slots.close();
    await expect(second).rejects.toMatchObject({ code: 'unavailable' });
    service.answer('a');
    expect(await first).toBe('a');
    expect(service.begun).toEqual(['a']);
  });
});
