import { randomUUID } from 'node:crypto';
import { type Mutes, noMutes, notificationRpc } from '@hearsay/contracts';
import { named, repostToggleFact } from '@hearsay/testing';
import { serviceForBlock } from '@hearsay/testing/service-for-block';
import { describe, expect, it } from '@jest/globals';
import { anonymousOwner, atSecond, replyPosted, revealedFact, startNotification } from '../notification.suite.js';

const kinds = [...notificationRpc.NotificationKind.options];

describe('the inbox of a person who mutes', () => {
  const test = serviceForBlock(() => startNotification());
  const read = async (accountId: string, mutes: Mutes = noMutes) => {
    const { notifications } = await test.call(
      notificationRpc.inbox,
      { before: null, limit: 100, kinds, mutes },
      accountId,
    );
    const { unread } = await test.call(notificationRpc.unread, { mutes }, accountId);
    const news = await test.call(notificationRpc.news, { kinds, mutes }, accountId);
    expect([news.unread, unread]).toEqual([unread, notifications.length]);
    expect(news.newest?.id).toBe(notifications[0]?.id);
    return notifications;
  };

  it('the inbox omits signed replies of a muted person, but keeps anonymous replies', async () => {
    const [asker, loud, quiet, questionId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    const say = (owner: Parameters<typeof replyPosted>[0], number: number) =>
      replyPosted(owner, named(asker), { questionId, at: atSecond(number) });
    await test.content.publish(say(named(quiet), 1), say(named(loud), 2));
    await test.settled();
    const mutes = { ...noMutes, people: [loud] };
    expect(await read(asker)).toMatchObject([{ count: 2, actorId: loud }]);
    expect(await read(asker, mutes)).toMatchObject([{ count: 1, actorId: quiet }]);
    await test.content.publish(say(anonymousOwner(loud), 3));
    await test.settled();
    expect(await read(asker, mutes)).toMatchObject([{ count: 2, actorId: null }]);
    expect(await read(asker, { ...noMutes, people: [loud, quiet] })).toMatchObject([{ count: 1, actorId: null }]);
    expect(await read(asker)).toMatchObject([{ count: 3 }]);
  });

  it("the inbox omits muted people's reposts and muted questions, but keeps boosts", async () => {
    const [asker, loud, one, other] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    const of = { contentType: 'question', contentId: one, questionId: one, owner: named(asker) } as const;
    await test.engagement.publish(
      repostToggleFact({ ...of, repostId: randomUUID(), reposterId: loud }, 1, {
        at: atSecond(1),
        repostCount: 1,
        revision: 1,
        isMade: true,
      }),
    );
    await test.boosted(named(asker), one);
    await test.content.publish(
      revealedFact(named(asker), other, 1),
      replyPosted(named(loud), named(asker), { questionId: other }),
    );
    await test.settled();
    const kindsOf = async (mutes: Mutes) => (await read(asker, mutes)).map(({ kind }) => kind).sort();
    expect(await kindsOf(noMutes)).toEqual(['boost', 'comment', 'repost', 'reveal']);
    expect(await kindsOf({ ...noMutes, people: [loud] })).toEqual(['boost', 'reveal']);
    expect(await kindsOf({ ...noMutes, questions: [other] })).toEqual(['boost', 'repost']);
    expect(await kindsOf({ people: [loud], questions: [one, other] })).toEqual([]);
  });
});
