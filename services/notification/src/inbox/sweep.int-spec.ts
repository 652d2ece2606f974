import { randomUUID } from 'node:crypto';
import { notificationRpc } from '@hearsay/contracts';
import { eventually, pairOf, toggled } from '@hearsay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import {
  anonymous,
  authors,
  keys,
  known,
  type NotificationUnderTest,
  named,
  replyPosted,
  seals,
  second,
  startNotification,
} from '../notification.suite.js';
import { InboxKeys } from './inbox-keys.js';
import { deleteNotification } from './read-inbox.decider.js';
import type { Mark } from './reading.js';
import { sealSight } from './sealed-texts.js';
import { InboxSweep } from './sweep.js';

const sealedInboxOf = (accountId: string) => keys.sealedInboxOf(known.authorIdOf(accountId));
let test: NotificationUnderTest;
let sweep: InboxSweep;
/** Fills tables. The service's own connections end statements after five seconds. */
let owner: pg.Client;
beforeAll(async () => {
  test = await startNotification();
  owner = new pg.Client({ connectionString: test.service.database.ownerUrl });
  await owner.connect();
  sweep = new InboxSweep(test.service.service.pool, seals, keys, authors);
});
afterAll(async () => {
  await owner.end();
  await test.stop();
});

const fill = async (inbox: string, count: number, options: { daysAgo?: number } = {}) => {
  const at = new Date(Date.now() - (options.daysAgo ?? 1) * 86_400_000).toISOString();
  const blank = {
    questionId: randomUUID(),
    actorId: randomUUID(),
    actedAt: null,
    level: null,
    hasOwn: false,
    actId: null,
  };
  const sight = sealSight(seals, { ...blank, contentType: 'discussion', contentId: randomUUID(), count: 1, at });
  await owner.query(
    `insert into notifications (id, inbox, kind, number, count, notified_at, sight)
     select gen_random_uuid(), $1, 'comment', number, 1, $3::timestamptz + number * interval '1 millisecond', $4 from generate_series(1, $2::int) as number`,
    [inbox, count, at, sight],
  );
  await owner.query(
    'insert into inboxes (inbox, last_number) values ($1, $2) on conflict (inbox) do update set last_number = excluded.last_number',
    [inbox, count],
  );
};
const rowsOf = async (...inboxes: string[]) =>
  (
    await test.service.service.pool.query<{ rows: number }>(
      'select count(*)::int as rows from notifications where inbox = any($1)',
      [inboxes],
    )
  ).rows[0]!.rows;
const logged = async () =>
  (await test.service.service.pool.query<{ n: number }>('select count(*)::int as n from events')).rows[0]!.n;

describe('a full inbox', () => {
  it('shows the newest 500, before and after a sweep', async () => {
    const person = randomUUID();
    await fill(person, 620);
    await fill(sealedInboxOf(person), 20);
    const look = async () => ({ unread: await test.unread(person), newest: await test.inbox(person) });
    const before = await look();
    expect([before.unread, before.newest.length]).toEqual([500, 100]);
    await sweep.sweep();
    expect(await rowsOf(person)).toBe(500);
    expect(await look()).toEqual(before);
  });

  it('of ten thousand is read in one small step, and later ones are unread', async () => {
    const person = randomUUID();
    await fill(person, 10_000);
    await fill(sealedInboxOf(person), 50);
    const { pool } = test.service.service;
    const [events, versions] = [
      await logged(),
      await pool.query('select max(xmin::text::bigint) as newest from notifications'),
    ];
    await test.service.call(notificationRpc.markAllRead, {}, person, { idempotencyKey: 'all' });
    expect(await test.unread(person)).toBe(0);
    expect(await logged()).toBe(events);
    expect((await pool.query('select max(xmin::text::bigint) as newest from notifications')).rows).toEqual(
      versions.rows,
    );
    const marks = await pool.query<{ size: number }>('select length(marks) as size from readings where reader = $1', [
      keys.readerOf(known.authorIdOf(person)),
    ]);
    expect(marks.rows[0]!.size).toBeLessThan(2000);
    await test.content.publish(replyPosted(named(randomUUID()), named(person), { at: new Date().toISOString() }));
    await eventually('one unread', async () => (await test.unread(person)) === 1);
    await test.service.call(notificationRpc.markAllRead, {}, person, { idempotencyKey: 'all' });
    expect(await test.unread(person)).toBe(1);
    await sweep.sweep();
    expect(await rowsOf(person)).toBe(500);
    expect(await test.unread(person)).toBe(1);
  });
});

describe('the sweep', () => {
  it('removes deleted ones and those read 90 days ago, without visible changes', async () => {
    const person = randomUUID();
    const [inbox, sealed] = [person, sealedInboxOf(person)];
    await fill(inbox, 30, { daysAgo: 91 });
    await fill(sealed, 10, { daysAgo: 91 });
    await test.engagement.publish(toggled(pairOf(randomUUID(), anonymous(person)), 1, second(1)));
    await eventually('a recent one', async () => (await test.unread(person)) === 41);
    await sweep.sweep();
    expect(await rowsOf(inbox, sealed)).toBe(41);
    await test.service.call(notificationRpc.markAllRead, {}, person);
    const [recent, ...more] = await test.inbox(person);
    expect([recent?.isRead, more]).toEqual([true, []]);
    await sweep.sweep();
    expect(await rowsOf(inbox, sealed)).toBe(1);
    expect(await test.inbox(person)).toEqual([recent]);
    await test.service.call(notificationRpc.deleteNotification, { id: recent!.id }, person);
    await sweep.sweep();
    expect(await rowsOf(inbox, sealed)).toBe(0);
    expect(await test.inbox(person)).toEqual([]);
  });

  it('keeps a notification that is renewed between the look and the removal', async () => {
    const [person, contentId] = [randomUUID(), randomUUID()];
    const inbox = person;
    const boost = (at: string) =>
      test.engagement.publish(toggled(pairOf(randomUUID(), named(person), contentId), 1, at));
    await boost(second(1));
    await eventually('the first boost', async () => (await test.unread(person)) === 1);
    await fill(inbox, 501, { daysAgo: 0 });
    const isAtTheTop = async () => (await test.inbox(person))[0]?.kind === 'boost';
    const anHourAhead = second(7200);
    const { pool } = test.service.service;
    const looked = new Proxy(pool, {
      get(target, name) {
        if (name !== 'query') return (Reflect.get(target, name) as () => unknown).bind(target);
        return async (text: string, values: unknown[]) => {
          const answer = await target.query(text, values);
          if (text.includes('offset') && values[0] === inbox && !(await isAtTheTop())) {
            await boost(anHourAhead);
            await eventually('the second boost', isAtTheTop);
          }
          return answer;
        };
      },
    });
    await new InboxSweep(looked, seals, keys, authors).sweep();
    expect((await test.inbox(person))[0]).toMatchObject({ kind: 'boost', count: 2, createdAt: anHourAhead });
    await sweep.sweep();
    expect(await rowsOf(inbox)).toBe(500);
    expect((await test.inbox(person))[0]).toMatchObject({ kind: 'boost', count: 2 });
  });

  it('keeps acts that joined a notification during its deletion, visibly', async () => {
    const [person, contentId] = [randomUUID(), randomUUID()];
    const boost = () => test.engagement.publish(toggled(pairOf(randomUUID(), named(person), contentId), 1, second(1)));
    await boost();
    await eventually('the first boost', async () => (await test.unread(person)) === 1);
    const [{ id } = { id: '' }] = await test.inbox(person);
    const { number } = (await owner.query<{ number: number }>('select number from notifications where id = $1', [id]))
      .rows[0]!;
    await boost();
    await eventually('the second boost', async () => (await test.inbox(person))[0]?.count === 2);
    const mark: Mark = { kind: 'deleted', side: 'named', id, number };
    const { pipeline } = test.service.service;
    const marking = { reader: keys.readerOf(known.authorIdOf(person)), authorId: known.authorIdOf(person), mark };
    await pipeline.execute(deleteNotification, marking, {
      accountId: person,
      correlationId: null,
      deadline: Date.now() + 600_000,
    });
    const look = async () => ({ unread: await test.unread(person), inbox: await test.inbox(person) });
    expect(await look()).toMatchObject({ unread: 1, inbox: [{ id, count: 2, isRead: false }] });
    await sweep.sweep();
    expect(await look()).toMatchObject({ unread: 1, inbox: [{ id, count: 2 }] });
    await test.service.call(notificationRpc.deleteNotification, { id }, person);
    await sweep.sweep();
    expect([await rowsOf(person), await look()]).toEqual([0, { unread: 0, inbox: [] }]);
  });

  it('remembers boosts, so that a swept one is not notified again when repeated', async () => {
    const [person, contentId] = [randomUUID(), randomUUID()];
    const pair = pairOf(randomUUID(), named(person), contentId);
    await test.engagement.publish(toggled(pair, 1, second(1)));
    await eventually('the boost', async () => (await test.unread(person)) === 1);
    const [notice] = await test.inbox(person);
    await test.service.call(notificationRpc.deleteNotification, { id: notice!.id }, person);
    await sweep.sweep();
    const other = pairOf(randomUUID(), named(person), contentId);
    await test.engagement.publish(
      toggled(pair, 2, second(2)),
      toggled(pair, 3, second(3)),
      toggled(other, 1, second(4)),
    );
    await eventually('the other boost', async () => (await test.unread(person)) === 1);
    expect(await test.inbox(person)).toMatchObject([{ count: 1, actorId: other.boosterId }]);
  });

  it('forgets the read marks of an erased account', async () => {
    const person = randomUUID();
    await test.engagement.publish(toggled(pairOf(randomUUID(), anonymous(person)), 1, second(1)));
    await eventually('one unread', async () => (await test.unread(person)) === 1);
    await test.service.call(notificationRpc.markAllRead, {}, person);
    const isKept = async () => {
      const reader = keys.readerOf(known.authorIdOf(person));
      return (await owner.query('select 1 from readings where reader = $1', [reader])).rowCount === 1;
    };
    expect(await isKept()).toBe(true);
    known.forget(person);
    // A new lookup acts like a minute later, after the cached account has expired.
    const { pool } = test.service.service;
    const lookup = known.lookup();
    await new InboxSweep(pool, seals, new InboxKeys(seals, lookup), lookup).sweep();
    expect(await isKept()).toBe(false);
  });
});
