import { randomUUID } from 'node:crypto';
import { type NotificationView, notificationRpc } from '@hearsay/contracts';
import { eventually, named, pairOf, toggled } from '@hearsay/testing';
import { aService } from '@hearsay/testing/a-service';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { authors, keys, replyPosted, seals, second, startNotification } from '../notification.suite.js';
import { InboxSweep } from './sweep.js';

describe('a page of the inbox', () => {
  let person: string;
  let all: NotificationView[];
  let boost: ReturnType<typeof pairOf>;
  const questionIds = Array.from({ length: 5 }, () => randomUUID());
  const replyAt = (index: number, at: string) =>
    replyPosted(named(randomUUID()), named(person), { at, questionId: questionIds[index]! });

  const test = aService(() => startNotification());
  beforeEach(async () => {
    person = randomUUID();
    boost = pairOf(randomUUID(), named(person));
    await test.content.publish(...[4, 1, 6, 2, 5].map((number, index) => replyAt(index, second(number))));
    await test.engagement.publish(toggled(boost, 1, second(3)));
    await test.hasUnread(person, 6);
    all = await test.inbox(person);
    expect(all.map(({ createdAt, kind }) => [createdAt, kind])).toEqual(
      [6, 5, 4, 3, 2, 1].map((number) => [second(number), number === 3 ? 'boost' : 'comment']),
    );
  });

  const behind = (one: NotificationView) => test.inbox(person, one.id, 2);

  it('is the newest, and continues after a notification that was deleted, swept or not', async () => {
    const last = all[2]!;
    expect(await test.inbox(person, null, 2)).toEqual(all.slice(0, 2));
    await test.delete(person, last.id);
    expect(await behind(last)).toEqual(all.slice(3, 5));
    await new InboxSweep(test.service.pool, seals, keys, authors).sweep();
    expect(await test.count('notifications where id = $1', [last.id])).toBe(0);
    expect(await behind(last)).toEqual(all.slice(3, 5));
  });

  it('continues after a boost that was taken back', async () => {
    await test.engagement.publish(toggled(boost, 2, second(7)));
    await test.hasUnread(person, 5);
    expect(await behind(all[3]!)).toEqual(all.slice(4));
  });

  it('continues at a given time, also after one that has moved to the top', async () => {
    const last = all[2]!;
    await test.content.publish(replyAt(0, second(8)));
    await eventually('it is at the top', async () => (await test.inbox(person))[0]?.id === last.id);
    const wanted = { before: last.id, at: last.createdAt, limit: 2 };
    expect((await test.call(notificationRpc.inbox, wanted, person)).notifications).toEqual(all.slice(3, 5));
  });

  it('is refused after another person’s or an impossible notification', async () => {
    for (const [viewer, id] of [
      [randomUUID(), all[0]!.id],
      [person, randomUUID()],
    ] as const) {
      await expect(test.inbox(viewer, id)).rejects.toMatchObject({ code: 'invalid_input' });
    }
  });
});
