import { randomUUID } from 'node:crypto';
import { moderationRpc } from '@hearsay/contracts';
import { eventually, removal } from '@hearsay/testing';
import { serviceForBlock } from '@hearsay/testing/service-for-block';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { startModeration } from './moderation.suite.js';

let owner: pg.Client;
// This hook is registered first, so that it runs before the service drops its database.
afterAll(() => owner.end());
const test = serviceForBlock(() => startModeration());
beforeAll(async () => {
  owner = new pg.Client({ connectionString: test.database.ownerUrl });
  await owner.connect();
});
beforeEach(() => test.settled());
afterEach(async () => {
  test.posts.isBusy = false;
  await owner.query('rollback; select pg_advisory_unlock_all()');
});

const undone = async (): Promise<string> => {
  const answer = await fetch(`http://127.0.0.1:${test.service.healthPort}/health/settled`);
  const { missing } = (await answer.json()) as { missing: string[] };
  expect(answer.status).toBe(missing.length === 0 ? 200 : 503);
  return missing.join();
};
const onlyIsLeft = (part: string) => eventually(`only ${part}`, async () => (await undone()) === part);
const isSettled = async () => {
  await test.settled();
  expect(await undone()).toBe('');
};

describe('a service with unfinished work', () => {
  it('a waiting job makes the service unsettled', async () => {
    const subjectId = randomUUID();
    test.posts.setCounts(subjectId, { questions: 1 });
    test.posts.isBusy = true;
    await test.call(moderationRpc.startWipe, { subjectId }, randomUUID());
    await onlyIsLeft('jobs');
    test.posts.isBusy = false;
    await isSettled();
  });

  it('events that a consumer has not applied make the service unsettled', async () => {
    const lag = () => test.metric('hearsay_consumer_lag_events', 'consumer="removed-contents"');
    // Publishes a first event, because a consumer reports no lag before it has applied one.
    await test.content.publish(removal({ contentId: randomUUID() }, 1));
    await test.settled();
    // The lock blocks checkpoints, so no event of another log is applied.
    await owner.query('begin; lock table consumer_checkpoints in share mode');
    await test.content.publish(removal({ contentId: randomUUID() }, 1));
    await eventually('the fact is in the stream', () => test.content.isRelayed());
    await onlyIsLeft('consumer removed-contents');
    await eventually('the lag is shown', async () => (await lag()) === 1);
    await owner.query('rollback');
    await isSettled();
    await eventually('no lag is shown', async () => (await lag()) === 0);
  });

  it('events that the relay has not published make the service unsettled', async () => {
    // Waits for the relay's lock. The statement below ends the relay's connection, so that this query gets the lock.
    const waiting = owner.query(`select pg_advisory_lock(hashtextextended('relay:moderation', 0))`);
    const admin = new pg.Client({ connectionString: process.env.TEST_DATABASE_ADMIN_URL });
    await admin.connect();
    await admin.query(
      `select pg_terminate_backend(l.pid) from pg_locks l join pg_database d on d.oid = l.database
       where d.datname = $1 and l.locktype = 'advisory' and l.granted
         and (l.classid::bigint << 32 | l.objid::bigint) = hashtextextended('relay:moderation', 0)`,
      [new URL(test.database.ownerUrl).pathname.slice(1)],
    );
    await admin.end();
    await waiting;
    await test.report(test.add());
    await onlyIsLeft('relay');
    await owner.query('select pg_advisory_unlock_all()');
    await isSettled();
  });

  it('a metric shows how many commands wait for the next batch', async () => {
    const queued = () => test.metric('hearsay_pipeline_queue_commands');
    await owner.query('begin; lock table reports in share row exclusive mode');
    const reports: Promise<unknown>[] = [];
    await eventually('commands queue behind the first batch', async () => {
      reports.push(test.report(test.add()).catch(() => undefined));
      return (await queued()) > 0;
    });
    await owner.query('rollback');
    await Promise.all(reports);
    await eventually('the queue is empty', async () => (await queued()) === 0);
    expect(await test.metric('hearsay_batch_commands_count')).toBeGreaterThan(0);
  });
});
