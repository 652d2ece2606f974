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

  it('slots are given at once during acts if there is no burst', async () => {
    const service = new Service();
    const acts = new RunningActs();
    acts.begin(new Promise(() => undefined));
    const slots = new CallSlots(1, 10, acts);
    const calls = ['a', 'b', 'c'].map((name) => slots.runInSlot(service.call(name)));
    service.answer('a');
    await calls[0];
    expect(service.begun).toEqual(['a', 'b']);
    service.answer('b');
    await calls[1];
    expect(service.begun).toEqual(['a', 'b', 'c']);
    slots.close();
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

  it('calls beyond the queue limit are refused, and all waiting calls at the close', async () => {
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

describe('slots for calls of a burst', () => {
  const most = 4;
  let now: number;
  let service: Service;
  let slots: CallSlots;
  let acts: RunningActs;

  beforeEach(async () => {
    jest.useFakeTimers({ doNotFake: ['performance', 'nextTick', 'queueMicrotask'] });
    now = 0;
    service = new Service();
    acts = new RunningActs();
    slots = new CallSlots(most, 100, acts, () => now);
    // After sixteen calls within 100 ms, later calls are sent in groups.
    for (let index = 0; index < 16; index += 1) await enter(`early ${index}`, true);
    service.begun.length = 0;
  });
  afterEach(() => {
    slots.close();
    jest.useRealTimers();
  });

  const enter = async (name: string, isAnswered = false): Promise<void> => {
    const answer = slots.runInSlot(service.call(name));
    if (!isAnswered) return;
    service.answer(name);
    await answer;
  };
  const answer = async (...names: string[]): Promise<void> => {
    for (const name of names) service.answer(name);
    for (let turns = 0; turns < 5; turns += 1) await Promise.resolve();
  };
  // Ends the turn of the event loop by a step of the fake clock.
  const endOfTurn = () => jest.advanceTimersByTime(1);

  it('slots are given to all callers of one turn together, then every 50 ms', async () => {
    await enter('a');
    await enter('b');
    expect(service.begun).toEqual(['a', 'b']);
    endOfTurn();
    await answer('a', 'b');
    for (const name of ['c', 'd', 'e']) await enter(name);
    jest.advanceTimersByTime(48);
    expect(service.begun).toEqual(['a', 'b']);
    jest.advanceTimersByTime(1);
    expect(service.begun).toEqual(['a', 'b', 'c', 'd', 'e']);
    endOfTurn();
    await enter('f');
    expect(service.begun).not.toContain('f');
    jest.advanceTimersByTime(50);
    expect(service.begun).toContain('f');
  });

  it('slots are given to a full group when the previous group is answered', async () => {
    await enter('a');
    endOfTurn();
    const next = ['b', 'c', 'd', 'e', 'f'];
    for (const name of next) await enter(name);
    expect(service.begun).toEqual(['a']);
    await answer('a');
    expect(service.begun).toEqual(['a', 'b', 'c', 'd', 'e']);
    endOfTurn();
    await answer('b', 'c', 'd', 'e');
    expect(service.begun).not.toContain('f');
    jest.advanceTimersByTime(50);
    expect(service.begun).toContain('f');
  });

  describe('during an act', () => {
    let endAct: () => void;
    beforeEach(() => {
      acts.begin(
        new Promise<void>((resolve) => {
          endAct = resolve;
        }),
      );
    });
    const pass = (milliseconds: number): void => {
      now += milliseconds;
      jest.advanceTimersByTime(milliseconds);
    };

    it('slots are given when the act ends', async () => {
      await enter('a');
      pass(60);
      expect(service.begun).toEqual([]);
      endAct();
      await answer();
      expect(service.begun).toEqual(['a']);
    });

    it('slots are given after 100 ms at the latest', async () => {
      const burst = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
      for (const name of burst) await enter(name);
      pass(99);
      expect(service.begun).toEqual([]);
      pass(1);
      expect(service.begun).toEqual(burst.slice(0, most));
      await answer(...burst.slice(0, most));
      expect(service.begun).toEqual(burst);
    });

    it('slots are given at once if there is no burst', async () => {
      now += 1000;
      await enter('a');
      expect(service.begun).toEqual(['a']);
    });
  });

  it('slots are given at once after the burst', async () => {
    await enter('a');
    endOfTurn();
    await answer('a');
    jest.advanceTimersByTime(50);
    now += 1000;
    for (const name of ['b', 'c', 'd']) {
      await enter(name);
      endOfTurn();
    }
    expect(service.begun).toEqual(['a', 'b', 'c', 'd']);
  });
});

describe('acts', () => {
  it('acts run until the last of them is answered, even if it is refused', async () => {
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
