import { describe, expect, it } from '@jest/globals';
import { idOf, message } from '../../../test/sample-content.ts';
import { chatRows } from './chat-rows.ts';

const at = (minute: number) => `2026-11-21T12:${String(minute).padStart(2, '0')}:00.000Z`;
const opens = (...messages: Parameters<typeof chatRows>[0]) => chatRows(messages).map(({ opensGroup }) => opensGroup);

describe('rows of a chat', () => {
  it('join messages of the same author within two minutes', () => {
    expect(
      opens(message(1, { createdAt: at(0) }), message(2, { createdAt: at(1) }), message(3, { createdAt: at(4) })),
    ).toEqual([true, false, true]);
    expect(opens(message(1), message(2, { userId: idOf(5) }))).toEqual([true, true]);
  });

  it('stay the same objects if nothing changed, so that they are not drawn again', () => {
    const [first, second, third] = [message(1), message(2), message(3)];
    const before = chatRows([first, second]);
    const after = chatRows([first, second, third]);
    expect(after[0]).toBe(before[0]);
    expect(after[1]).toBe(before[1]);
    expect(chatRows([second])[0]).toEqual({ ...before[1], opensGroup: true });
    expect(chatRows([first, second], second.id)[1]).toEqual({ ...before[1], opensGroup: true, isFirstNew: true });
  });

  it('never join two anonymous messages, whose authors may differ', () => {
    const anonymous = { isAnonymous: true, userId: null, user: null };
    expect(opens(message(1, anonymous), message(2, anonymous))).toEqual([true, true]);
  });
});
