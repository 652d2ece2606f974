import { describe, expect, it } from '@jest/globals';
import { messageOf } from './message.js';

const told = { contentType: null, count: 1, level: null, actorId: null } as const;

describe('the sentence of a notification', () => {
  it.each([
    [{ ...told, kind: 'boost', contentType: 'question' } as const, 'Your question got a boost'],
    [{ ...told, kind: 'boost', contentType: 'discussion', count: 12 } as const, 'Your reply got 12 boosts'],
    [{ ...told, kind: 'comment', actorId: 'a' } as const, 'New reply to your question'],
    [{ ...told, kind: 'comment' } as const, 'Someone replied to your question'],
    [{ ...told, kind: 'reply', actorId: 'a' } as const, 'New reply to your message'],
    [{ ...told, kind: 'reply' } as const, 'Someone replied to your message'],
    [{ ...told, kind: 'reveal', contentType: 'question' } as const, 'Your question reached its boosts and is open to everyone now'],
    [{ ...told, kind: 'level-up', level: 3 } as const, 'You reached level 3: Active'],
  ])('%j stands alone: %s', (notification, sentence) => {
    expect(messageOf(notification)).toBe(sentence);
  });
});
