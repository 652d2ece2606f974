import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { CallSlots, RunningActs } from './call-slots.js';

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
  it('a fixed number of calls runs at once, and the others in order of arrival', async () => {
    const service = new Service();
    const slots = new CallSlots(2, 10, new RunningActs());
    const calls = ['a', 'b', 'c', 'd'].map((name) => slots.runInSlot(service.call(name)));
    expect(service.begun).toEqual(['a', 'b']);
    service.answer('b');
    expect(await calls[1]).toBe('b');
    expect(service.begun).toEqual(['a', 'b', 'c']);
    calls.push(slots.runInSlot(service.call('e')));
    service.answer('a');
    await calls[0];
    service.answer('c');
    await calls[2];
    expect(service.begun).toEqual(['a', 'b', 'c', 'd', 'e']);
    for (const name of ['d', 'e']) service.answer(name);
    expect(await Promise.all(calls)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('slots are released by failed calls', async () => {
    const service = new Service();
    const slots = new CallSlots(1, 10, new RunningActs());
    const failing = slots.runInSlot(service.call('a'));
    const next = slots.runInSlot(service.call('b'));
    service.fail('a');
    await expect(failing).rejects.toThrow('a');
    service.answer('b');
    expect(await next).toBe('b');
  });

  it('calls beyond the queue limit are refused, and a close refuses all waiting calls', async () => {
    const service = new Service();
    const slots = new CallSlots(1, 1, new RunningActs());
    const first = slots.runInSlot(service.call('a'));
    const second = slots.runInSlot(service.call('b'));
    await expect(slots.runInSlot(service.call('c'))).rejects.toMatchObject({
      code: 'unavailable',
      details: { retryAfter: 1 },
    });
    slots.close();
    await expect(second).rejects.toMatchObject({ code: 'unavailable' });
    service.answer('a');
    expect(await first).toBe('a');
    expect(service.begun).toEqual(['a']);
  });
});

describe('slots for calls during an act', () => {
  let service: Service;
  let slots: CallSlots;
  let endAct: () => void;

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
    service = new Service();
    const acts = new RunningActs();
    slots = new CallSlots(2, 100, acts);
    acts.begin(
      new Promise<void>((resolve) => {
        endAct = resolve;
      }),
    );
  });
  afterEach(() => {
    slots.close();
    jest.useRealTimers();
  });

  const enter = (name: string): Promise<string> => {
    const answer = slots.runInSlot(service.call(name));
    // The close after a failed test refuses the calls that still wait.
    answer.catch(() => undefined);
    return answer;
  };

  it('a waiting call starts when the act ends', async () => {
    const answer = enter('a');
    jest.advanceTimersByTime(24);
    expect(service.begun).toEqual([]);
    endAct();
    await Promise.resolve();
    expect(service.begun).toEqual(['a']);
    service.answer('a');
    expect(await answer).toBe('a');
  });

  it('waiting calls start after 25 ms at the latest, in order of arrival', async () => {
    const calls = ['a', 'b', 'c'].map(enter);
    jest.advanceTimersByTime(10);
    void enter('late');
    jest.advanceTimersByTime(14);
    expect(service.begun).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(service.begun).toEqual(['a', 'b']);
    for (const [index, name] of ['a', 'b', 'c'].entries()) {
      service.answer(name);
      await calls[index];
    }
    expect(service.begun).toEqual(['a', 'b', 'c']);
    jest.advanceTimersByTime(10);
    expect(service.begun).toEqual(['a', 'b', 'c', 'late']);
  });
});

describe('acts', () => {
  it('acts count as running until the last one is answered or refused', async () => {
    const acts = new RunningActs();
    const told: boolean[] = [];
    acts.onActsEnded(() => told.push(acts.isRunning));
    let refuse: () => void = () => undefined;
    const first = Promise.resolve();
    const second = new Promise<void>((_, reject) => {
      refuse = () => reject(new Error('refused'));
    });
    acts.begin(first);
    acts.begin(second);
    await first;
    expect([acts.isRunning, told]).toEqual([true, []]);
    refuse();
    await expect(second).rejects.toThrow('refused');
    expect([acts.isRunning, told]).toEqual([false, [false]]);
  });
});
