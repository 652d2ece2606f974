import { randomUUID } from 'node:crypto';
import { notificationRpc } from '@hearsay/contracts';
import { rebuildReadModel } from '@hearsay/event-store';
import { tableRows } from '@hearsay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { authors, type NotificationUnderTest, second, startNotification } from '../notification.suite.js';
import { inboxRows } from './inbox.projection.js';
import { openSight } from './sealed-texts.js';
import { takeOverOldInboxes } from './take-over-old-inboxes.js';

let test: NotificationUnderTest;
let owner: pg.Pool;
beforeAll(async () => {
  test = await startNotification();
  owner = new pg.Pool({ connectionString: test.service.database.ownerUrl, max: 2 });
});
afterAll(async () => {
  await owner.end();
  await test.stop();
});

const [person, booster, replier] = [randomUUID(), randomUUID(), randomUUID()];
const [named, anonymous] = [randomUUID(), randomUUID()];

interface Old {
  readonly kind: string;
  readonly contentId: string | null;
  readonly isSealed?: boolean;
  readonly isRead?: boolean;
  readonly questionId?: string;
  readonly level?: number;
  readonly at: string;
}

/** A notification as it lay before inboxes were sealed, with its event. */
const lay = async ({ kind, contentId, isSealed = false, isRead = false, questionId, level, at }: Old): Promise<string> => {
  const id = randomUUID();
  const contentType = kind === 'level-up' ? null : kind === 'comment' ? 'discussion' : 'question';
  await owner.query(
    `insert into old_notifications (id, kind, type, actor_id, content_type, content_id, question_id, level, count, is_read, is_sealed, version)
     values ($1, $2, 'other', $3, $4, $5, $6, $7, 1, $8, $9, 1)`,
    [id, kind, kind === 'comment' ? replier : null, contentType, contentId, questionId ?? null, level ?? null, isRead, isSealed],
  );
  await owner.query('insert into old_recipients values ($1, $2, $3)', [id, person, at]);
  await owner.query(
    `insert into events (epoch, event_id, stream, version, type, schema_version, shard, data, meta)
     values (1, gen_random_uuid(), $1, 1, 'Notified', 1, 0, $2, '{}')`,
    [`notification-${id}`, JSON.stringify({ notificationId: id, recipient: person })],
  );
  return id;
};
const layBoosts = (notificationId: string, count: number) =>
  owner.query(
    `insert into old_boost_acts (boost_id, notification_id, actor_id, acted_at, toggle, is_live, version)
     select gen_random_uuid(), $1, $2, $3, 1, true, 1 from generate_series(1, $4::int)`,
    [notificationId, booster, second(5), count],
  );

describe('inboxes of before', () => {
  it('are taken over as they stood, without what joined a person to what they wrote anonymously', async () => {
    const comment = await lay({ kind: 'comment', contentId: randomUUID(), questionId: named, isRead: true, at: second(1) });
    const reveal = await lay({ kind: 'reveal', contentId: anonymous, isSealed: true, at: second(2) });
    const level = await lay({ kind: 'level-up', contentId: null, level: 3, at: second(3) });
    const boosts = await lay({ kind: 'boost', contentId: anonymous, isSealed: true, isRead: true, at: second(4) });
    await layBoosts(boosts, 1200);
    const fresh = await lay({ kind: 'boost', contentId: named, at: second(5) });
    await layBoosts(fresh, 2);

    const fileOfEvents = async () => (await owner.query<{ file: string }>(`select pg_relation_filepath('events') as file`)).rows[0]!.file;
    const fileBefore = await fileOfEvents();
    await takeOverOldInboxes(owner, authors);
    const fileAfter = await fileOfEvents();
    await takeOverOldInboxes(owner, authors);

    // Deleted rows lie in the file until it is written anew. Nothing is left to be done a second time.
    expect(fileAfter).not.toBe(fileBefore);
    expect(await fileOfEvents()).toBe(fileAfter);
    const inbox = await test.inbox(person);
    expect(inbox.map(({ id, isRead, count }) => [id, isRead, count])).toEqual([
      // Boosts of one instant: the higher id comes first.
      ...[
        [fresh, false, 2],
        [boosts, true, 1200],
      ].sort(([a], [b]) => (a! < b! ? 1 : -1)),
      [level, false, 1],
      [reveal, false, 1],
      [comment, true, 1],
    ]);
    expect(inbox.find(({ id }) => id === comment)).toMatchObject({ kind: 'comment', actorId: replier, questionId: named });
    expect(await test.unread(person)).toBe(3);
    await test.service.call(notificationRpc.markAllRead, {}, person);
    expect(await test.unread(person)).toBe(0);

    const { rows: left } = await owner.query("select tablename from pg_tables where schemaname = 'public' and tablename like 'old_%'");
    expect(left).toEqual([]);
    const { rows: events } = await owner.query<{ text: string }>('select type || stream || data::text as text from events');
    expect(events.filter(({ text }) => text.includes('Notified"') || text.startsWith('Notified'))).toEqual([]);
    expect(events.filter(({ text }) => text.includes(anonymous) && text.includes(person))).toEqual([]);
  });

  it('are the same when they are rebuilt from the log', async () => {
    const { pool } = test.service.service;
    const model = inboxRows(authors);
    const opened = async () => {
      const rows = await tableRows(pool, model.tables);
      const sights = rows.notifications!.map((row) => {
        const { sight, ...rest } = JSON.parse(row) as { sight: string };
        return { ...rest, sight: openSight(authors, sight) };
      });
      return { ...rows, notifications: sights };
    };
    const before = await opened();
    expect(before.notifications).toHaveLength(5);
    const { ownerUrl, role } = test.service.database;
    await rebuildReadModel({ ownerUrl, role, progress: () => undefined, model });
    expect(await opened()).toEqual(before);
  });
});
