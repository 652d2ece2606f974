import { randomUUID } from 'node:crypto';
import { ContentRemoved, moderationRpc } from '@hearsay/contracts';
import { eventually, sourceFact } from '@hearsay/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { anonymous, type ModerationUnderTest, startModeration } from './moderation.suite.js';

let test: ModerationUnderTest;
let owner: pg.Client;
beforeAll(async () => {
  test = await startModeration();
  owner = new pg.Client({ connectionString: test.service.database.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await test.stop();
});
afterEach(async () => {
  test.posts.isBusy = false;
  await owner.query('rollback; select pg_advisory_unlock_all()');
});

const undone = async (): Promise<string[]> => {
  const answer = await fetch(`http://127.0.0.1:${test.service.service.healthPort}/health/settled`);
  const { missing } = (await answer.json()) as { missing: string[] };
  expect(answer.status).toBe(missing.length === 0 ? 200 : 503);
  return missing;
};
const isSettled = () => test.service.settled(test.identity, test.content, test.engagement);

describe('a service with work left', () => {
  it('counts a waiting job as unsettled', async () => {
    await isSettled();
    const subjectId = randomUUID();
    test.posts.post(subjectId, { questions: 1, discussions: 0, podcasts: 0, reposts: 0 });
    test.posts.isBusy = true;
    await test.service.call(moderationRpc.startWipe, { subjectId }, randomUUID());
    await eventually('only the wipe is left', async () => (await undone()).join() === 'jobs');
    test.posts.isBusy = false;
    await isSettled();
    expect(await undone()).toEqual([]);
  });

  it('counts events that a consumer has not applied as unsettled', async () => {
    await isSettled();
    // The lock blocks checkpoints, so no event of another log is applied.
    await owner.query('begin; lock table consumer_checkpoints in share mode');
    const contentId = randomUUID();
    const data = {
      contentType: 'question' as const,
      contentId,
      questionId: contentId,
      owner: anonymous(),
      isAnonymous: true,
    };
    const removal = { ...data, removalId: randomUUID(), revision: 1, number: 1, cause: 'author' as const };
    await test.content.publish(
      sourceFact(ContentRemoved, removal, { at: '2026-11-20T10:00:00.000Z', routingId: contentId }),
    );
    await eventually('the fact is in the stream', () => test.content.isRelayed());
    await eventually('only consumers are behind', async () => (await undone()).join() === 'consumers');
    await owner.query('rollback');
    await isSettled();
    expect(await undone()).toEqual([]);
  });

  it('counts own events that are missing from the stream as unsettled', async () => {
    await isSettled();
    // This query gets the relay's lock when the relay loses its connection, and keeps it.
    const waiting = owner.query(`select pg_advisory_lock(hashtextextended('relay:moderation', 0))`);
    const admin = new pg.Client({ connectionString: process.env.TEST_DATABASE_ADMIN_URL });
    await admin.connect();
    const database = new URL(test.service.database.ownerUrl).pathname.slice(1);
    await admin.query(
      `select pg_terminate_backend(l.pid) from pg_locks l join pg_database d on d.oid = l.database
       where d.datname = $1 and l.locktype = 'advisory' and l.granted
         and (l.classid::bigint << 32 | l.objid::bigint) = hashtextextended('relay:moderation', 0)`,
      [database],
    );
    await admin.end();
    await waiting;
    const content = test.add();
    await test.report(content, randomUUID());
    await eventually('only the relay is behind', async () => (await undone()).join() === 'relay');
    await owner.query('select pg_advisory_unlock_all()');
    await isSettled();
    expect(await undone()).toEqual([]);
  });
});
