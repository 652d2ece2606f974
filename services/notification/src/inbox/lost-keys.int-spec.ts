import { randomUUID } from 'node:crypto';
import { SealedAuthors } from '@hearsay/service-runtime';
import { named, randomSealKeys } from '@hearsay/testing';
import { aService } from '@hearsay/testing/a-service';
import { describe, expect, it } from '@jest/globals';
import { known, replyPosted, seals, second, startNotification } from '../notification.suite.js';
import { sealReading, sealSummary } from './sealed-texts.js';

const stranger = new SealedAuthors(randomSealKeys(), 'notification');

const test = aService(() => startNotification());

describe('an inbox with a lost key', () => {
  it('shows readable notifications, and takes new ones', async () => {
    const [owner, replier] = [randomUUID(), randomUUID()];
    await test.content.publish(replyPosted(named(replier), named(owner), { at: second(1) }));
    await test.settled();
    await test.markAllRead(owner);
    const sealed = sealSummary(stranger, JSON.parse('{}'));
    const marks = sealReading(stranger, { authorId: known.authorIdOf(owner), reading: {} as never });
    await test.rows('update notifications set sight = $2 where inbox = $1', [owner, sealed]);
    await test.rows('update readings set marks = $1', [marks]);
    expect(await test.inbox(owner)).toEqual([]);
    expect(() => seals.open(sealed)).toThrow('not here');

    await test.content.publish(replyPosted(named(replier), named(owner), { at: second(2) }));
    await test.settled();
    expect(await test.inbox(owner)).toMatchObject([{ kind: 'comment', actorId: replier, isRead: false }]);
    await test.markAllRead(owner);
    expect([await test.unread(owner), await test.count('dead_letters')]).toEqual([0, 0]);
  });
});
