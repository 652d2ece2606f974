import { randomUUID } from 'node:crypto';
import { boostPairOf, boostToggleFact, eventually, named } from '@hearsay/testing';
import { serviceForBlock } from '@hearsay/testing/service-for-block';
import { describe, expect, it } from '@jest/globals';
import {
  anonymousOwner,
  atSecond,
  knownAuthors,
  readMarksKeyOf,
  sealedInboxOf,
  seals,
  startNotification,
} from '../notification.suite.js';
import { sealSummary } from './sealed-texts.js';

const test = serviceForBlock(() => startNotification());

const fill = async (inbox: string, count: number, daysAgo = 1) => {
  const at = new Date(Date.now() - daysAgo * 86_400_000).toISOString();
  const [contentId, questionId, actorId] = [randomUUID(), randomUUID(), randomUUID()];
  const act = { contentType: 'discussion', contentId, questionId, actorId, actedAt: null, actId: null } as const;
  const sight = sealSummary(seals, { ...act, level: null, hasOwn: false, count: 1, at }, 'comment');
  await test.asOwner(
    `insert into notifications (id, inbox, kind, number, count, notified_at, sight)
     select gen_random_uuid(), $1, 'comment', number, 1, $3::timestamptz + number * interval '1 millisecond', $4 from generate_series(1, $2::int) as number`,
    [inbox, count, at, sight],
  );
  await test.asOwner(
    'insert into inboxes (inbox, last_number) values ($1, $2) on conflict (inbox) do update set last_number = excluded.last_number',
    [inbox, count],
  );
};
const rowsOf = (...inboxes: string[]) => test.count('notifications where inbox = any($1)', [inboxes]);
const look = async (person: string) => ({ unread: await test.unread(person), inbox: await test.inbox(person) });

describe('a full inbox', () => {
  it('a full inbox shows the newest 500 notifications, before and after a sweep', async () => {
    const person = randomUUID();
    await fill(person, 620);
    await fill(sealedInboxOf(person), 20);
    const before = await look(person);
    expect([before.unread, before.inbox.length]).toEqual([500, 100]);
    await test.sweep();
    expect(await rowsOf(person)).toBe(500);
    expect(await look(person)).toEqual(before);
  });

  it('10,000 notifications are marked read by one small row, and later ones are unread', async () => {
    const person = randomUUID();
    await fill(person, 10_000);
    await fill(sealedInboxOf(person), 50);
    const written = async () => [
      await test.count('events'),
      await test.rows('select max(xmin::text::bigint) as newest from notifications'),
    ];
    const before = await written();
    await test.markAllRead(person, { idempotencyKey: 'all' });
    expect(await test.unread(person)).toBe(0);
    expect(await written()).toEqual(before);
    const [marks] = await test.rows<{ size: number }>('select length(marks) as size from readings where reader = $1', [
      readMarksKeyOf(person),
    ]);
    expect(marks!.size).toBeLessThan(2000);
    await test.replied(named(person), { at: new Date().toISOString() });
    await test.hasUnread(person, 1);
    await test.markAllRead(person, { idempotencyKey: 'all' });
    expect(await test.unread(person)).toBe(1);
    await test.sweep();
    expect([await rowsOf(person), await test.unread(person)]).toEqual([500, 1]);
  });
});

describe('the sweep', () => {
  it('the sweep deletes removed and old read notifications, without a visible change', async () => {
    const person = randomUUID();
    const inboxes = [person, sealedInboxOf(person)] as const;
    await fill(inboxes[0], 30, 91);
    await fill(inboxes[1], 10, 91);
    await test.boosted(anonymousOwner(person));
    await test.hasUnread(person, 41);
    await test.sweep();
    expect(await rowsOf(...inboxes)).toBe(41);
    await test.markAllRead(person);
    const [recent, ...more] = await test.inbox(person);
    expect([recent?.isRead, more]).toEqual([true, []]);
    await test.sweep();
    expect([await rowsOf(...inboxes), await test.inbox(person)]).toEqual([1, [recent]]);
    await test.delete(person, recent!.id);
    await test.sweep();
    expect([await rowsOf(...inboxes), await test.inbox(person)]).toEqual([0, []]);
  });

  it('the sweep keeps a notification that an act joins during the sweep', async () => {
    const [person, contentId] = [randomUUID(), randomUUID()];
    await test.boosted(named(person), contentId);
    await test.hasUnread(person, 1);
    await fill(person, 501, 0);
    const isAtTheTop = async () => (await test.inbox(person))[0]?.kind === 'boost';
    const anHourAhead = atSecond(7200);
    const looked = new Proxy(test.service.pool, {
      get(target, name) {
        if (name !== 'query') return (Reflect.get(target, name) as () => unknown).bind(target);
        return async (text: string, values: unknown[]) => {
          const answer = await target.query(text, values);
          if (text.includes('offset') && values[0] === person && !(await isAtTheTop())) {
            await test.boosted(named(person), contentId, anHourAhead);
            await eventually('the second boost', isAtTheTop);
          }
          return answer;
        };
      },
    });
    await test.sweep(looked);
    expect((await test.inbox(person))[0]).toMatchObject({ kind: 'boost', count: 2, createdAt: anHourAhead });
    await test.sweep();
    expect(await rowsOf(person)).toBe(500);
    expect((await test.inbox(person))[0]).toMatchObject({ kind: 'boost', count: 2 });
  });

  it('the sweep keeps rows of boosts, so that a repeated boost is not announced again', async () => {
    const [person, contentId] = [randomUUID(), randomUUID()];
    const [pair, other] = [
      boostPairOf(randomUUID(), named(person), contentId),
      boostPairOf(randomUUID(), named(person), contentId),
    ];
    await test.engagement.publish(boostToggleFact(pair, 1, atSecond(1)));
    await test.hasUnread(person, 1);
    await test.delete(person, (await test.inbox(person))[0]!.id);
    await test.sweep();
    const again = [2, 3].map((toggle) => boostToggleFact(pair, toggle, atSecond(toggle)));
    await test.engagement.publish(...again, boostToggleFact(other, 1, atSecond(4)));
    await test.hasUnread(person, 1);
    expect(await test.inbox(person)).toMatchObject([{ count: 1, actorId: other.boosterId }]);
  });

  it('the sweep deletes the read marks of an erased account', async () => {
    const person = randomUUID();
    await test.boosted(anonymousOwner(person));
    await test.hasUnread(person, 1);
    await test.markAllRead(person);
    const kept = () => test.count('readings where reader = $1', [readMarksKeyOf(person)]);
    expect(await kept()).toBe(1);
    knownAuthors.forget(person);
    // Uses a new lookup of accounts, because the service's lookup caches them for a minute.
    await test.sweep(test.service.pool, knownAuthors.lookup());
    expect(await kept()).toBe(0);
  });
});
