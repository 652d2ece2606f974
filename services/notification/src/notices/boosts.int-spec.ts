import { randomUUID } from 'node:crypto';
import { eventually, named, pairOf, toggled } from '@hearsay/testing';
import { aService } from '@hearsay/testing/a-service';
import { describe, expect, it } from '@jest/globals';
import { anonymous, second, startNotification } from '../notification.suite.js';

const test = aService(() => startNotification());

describe('boosts', () => {
  it('are one unread notification by the latest booster, also when repeated', async () => {
    const [owner, first, last, contentId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    const facts = [first, last].map((booster, index) =>
      toggled(pairOf(booster, named(owner), contentId), 1, second(index + 1)),
    );
    await test.engagement.publish(...facts, ...facts);
    await eventually('two boosts', async () => (await test.inbox(owner))[0]?.count === 2);
    await test.settled();
    const content = { contentType: 'question', contentId, questionId: null };
    const act = { kind: 'boost', type: 'boost', isRead: false, createdAt: second(2), count: 2, actorId: last };
    expect(await test.inbox(owner)).toEqual([{ id: expect.any(String), ...content, ...act, level: null }]);
    expect(await test.unread(owner)).toBe(1);
  });

  it('lower the count when taken back, and end an unread notification with the last', async () => {
    const [owner, first, last, contentId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    const [one, other] = [pairOf(first, named(owner), contentId), pairOf(last, named(owner), contentId)];
    await test.engagement.publish(
      toggled(one, 1, second(1)),
      toggled(other, 1, second(2)),
      toggled(other, 2, second(3)),
    );
    await test.settled();
    expect(await test.inbox(owner)).toMatchObject([{ count: 1, actorId: first }]);
    await test.engagement.publish(toggled(one, 2, second(4)));
    await test.hasUnread(owner, 0);
    expect(await test.inbox(owner)).toEqual([]);
    await test.engagement.publish(toggled(one, 3, second(5)));
    await test.hasUnread(owner, 1);
  });

  it('of own content are not shown, also if it is anonymous', async () => {
    const [person, contentId] = [randomUUID(), randomUUID()];
    const own = pairOf(person, anonymous(person), contentId);
    const other = pairOf(randomUUID(), own.owner, contentId);
    const shown = [{ count: 1, actorId: other.boosterId, createdAt: second(2) }];
    await test.engagement.publish(toggled(pairOf(person, named(person)), 1, second(1)), toggled(own, 1, second(1)));
    await test.settled();
    expect(await test.inbox(person)).toEqual([]);
    await test.engagement.publish(toggled(other, 1, second(2)));
    await test.hasUnread(person, 1);
    expect(await test.inbox(person)).toMatchObject(shown);
    await test.engagement.publish(toggled(own, 2, second(3)), toggled(own, 3, second(4)));
    await test.settled();
    expect(await test.inbox(person)).toMatchObject(shown);
    await test.engagement.publish(toggled(other, 2, second(5)));
    await test.hasUnread(person, 0);
    expect(await test.inbox(person)).toEqual([]);
  });
});
