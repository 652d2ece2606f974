import { describe, expect, it } from '@jest/globals';
import { SentStatements } from './sent-statements.js';

const failing = async (turns: number, text: string, code?: string) => {
  for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
  throw Object.assign(new Error(text), code && { code });
};

describe('sent statements', () => {
  it('sent statements fail with the first error, even if a later one arrives sooner', async () => {
    const sent = new SentStatements();
    sent.add(failing(9, 'canceling statement due to statement timeout', '57014'));
    sent.add(failing(2, 'current transaction is aborted', '25P02'));
    await expect(sent.untilAnswered()).rejects.toMatchObject({ code: '57014' });
  });

  it('sent statements wait for all other answers after a failure', async () => {
    const sent = new SentStatements();
    let isOver = false;
    sent.add(failing(1, 'the reason'));
    sent.add(
      failing(20, 'too late').catch(() => {
        isOver = true;
      }),
    );
    await expect(sent.untilAnswered()).rejects.toThrow('the reason');
    expect(isOver).toBe(true);
  });

  it('sent statements can be used again after all answers', async () => {
    const sent = new SentStatements();
    sent.add(Promise.resolve());
    await sent.untilAnswered();
    sent.add(failing(1, 'in the second part'));
    await expect(sent.untilAnswered()).rejects.toThrow('in the second part');
  });
});
