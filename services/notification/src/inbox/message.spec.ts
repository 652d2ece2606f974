import { describe, expect, it } from '@jest/globals';
import { messageOf } from './message.js';

const notified = { contentType: null, count: 1, level: null, actorId: null } as const;

describe('the sentence of a notification', () => {
  it.each([
    [{ ...notified, kind: 'boost', contentType: 'question' } as const, 'Your question got a boost'],
    [{ ...notified, kind: 'boost', contentType: 'discussion', count: 12 } as const, 'Your reply got 12 boosts'],
    [{ ...notified, kind: 'comment', actorId: 'a' } as const, 'New reply to your question'],
    [{ ...notified, kind: 'comment' } as const, 'Someone replied to your question'],
    [{ ...notified, kind: 'reply', actorId: 'a' } as const, 'New reply to your message'],
    [{ ...notified, kind: 'reply' } as const, 'Someone replied to your message'],
    [{ ...notified, kind: 'reveal', contentType: 'question' } as const, 'Your question reached its boosts and is open to everyone now'],
    [{ ...notified, kind: 'level-up', level: 3 } as const, 'You reached level 3: Active'],
  ])('%j stands alone: %s', (notification, sentence) => {
    expect(messageOf(notification)).toBe(sentence);
  });
});
