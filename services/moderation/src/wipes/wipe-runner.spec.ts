import { describe, expect, it } from '@jest/globals';
import type { WipeTask } from './wipe.sql.js';
import { WipeRunner } from './wipe-runner.js';

const deadline = new Date(Date.now() + 3_600_000).toISOString();

describe('wipes and their undoings', () => {
  it('run one after the other for one person, in parallel for several', async () => {
    const undone: Omit<WipeTask, 'dueAt'> = { wipeId: 'undone', subjectId: 'maya', kind: 'show' };
    const next: Omit<WipeTask, 'dueAt'> = { wipeId: 'next', subjectId: 'maya', kind: 'hide' };
    const another: Omit<WipeTask, 'dueAt'> = { wipeId: 'another', subjectId: 'theo', kind: 'hide' };
    const order: string[] = [];
    let letReturn = (): void => undefined;
    const mayReturn = new Promise<void>((resolve) => {
      letReturn = resolve;
    });
    const runner = new WipeRunner(
      { task: async (wipeId) => [undone, next, another].find((task) => task.wipeId === wipeId) },
      {
        hide: async (accountId) => {
          order.push(`${accountId} hidden`);
        },
        show: async (accountId) => {
          order.push(`${accountId} returning`);
          await mayReturn;
          order.push(`${accountId} back`);
        },
        progress: async () => undefined,
      },
      { execute: () => Promise.reject(new Error('Nothing is written here')) },
      {
        hold: async () => ({
          lost: new AbortController().signal,
          client: null as never,
          release: async () => undefined,
        }),
      },
    );
    const [first, second] = [runner.begin(undone, deadline), runner.begin(next, deadline)];
    await runner.begin(another, deadline);
    expect(order).toEqual(['maya returning', 'theo hidden']);
    letReturn();
    await Promise.all([first, second]);
    expect(order).toEqual(['maya returning', 'theo hidden', 'maya back', 'maya hidden']);
  });
});
