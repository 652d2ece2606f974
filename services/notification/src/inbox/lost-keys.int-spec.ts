import { randomUUID } from 'node:crypto';
import { notificationRpc } from '@hearsay/contracts';
import { SealedAuthors } from '@hearsay/service-runtime';
import { randomSealKeys } from '@hearsay/testing';
import { aService } from '@hearsay/testing/a-service';
import { describe, expect, it } from '@jest/globals';
import { known, named, replyPosted, seals, second, startNotification } from '../notification.suite.js';
import { sealReading, sealSight } from './sealed-texts.js';

const stranger = new SealedAuthors(randomSealKeys(), 'notification');

const test = aService(() => startNotification());

describe('an inbox with a lost key', () => {
  it('shows readable notifications, and takes new ones', async () => {
    const [owner, replier] = [randomUUID(), randomUUID()];
    await test.content.publish(replyPosted(named(replier), named(owner), { at: second(1) }));
    await test.settled();
    await test.service.call(notificationRpc.markAllRead, {}, owner);
    const { pool } = test.service.service;
    const { rows } = await pool.query<{ id: string; sight: string }>(
      'select id, sight from notifications where inbox = $1',
      [owner],
    );
    const sealed = sealSight(stranger, JSON.parse('{}'));
    await pool.query('update notifications set sight = $2 where id = $1', [rows[0]!.id, sealed]);
    await pool.query('update readings set marks = $1', [
      sealReading(stranger, { authorId: known.authorIdOf(owner), reading: {} as never }),
    ]);
    expect(await test.inbox(owner)).toEqual([]);
    expect(() => seals.open(sealed)).toThrow('not here');

    await test.content.publish(replyPosted(named(replier), named(owner), { at: second(2) }));
    await test.settled();
    expect(await test.inbox(owner)).toMatchObject([{ kind: 'comment', actorId: replier, isRead: false }]);
    await test.service.call(notificationRpc.markAllRead, {}, owner);
    expect(await test.unread(owner)).toBe(0);
    expect((await pool.query('select 1 from dead_letters')).rows).toEqual([]);
  });
});
