import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { removeTemporaryFolders, temporaryFolder } from '../tests/temporary-folders.ts';
import { ReplicatedPostgres } from './replicated-postgres.ts';

describe('a primary with a synchronous standby', () => {
  let pair: ReplicatedPostgres;
  beforeAll(async () => {
    pair = await ReplicatedPostgres.start({ dataDir: temporaryFolder(), durable: false });
    await pair.primary.query('create table facts (fact text)');
  });
  afterAll(async () => {
    await pair.stop();
    removeTemporaryFolders();
  });

  const factsOf = async (node: ReplicatedPostgres['primary']) =>
    (await node.query<{ fact: string }>('select fact from facts order by fact')).map(({ fact }) => fact);

  it('keeps every commit through a promotion, and the old primary returns as a standby', async () => {
    await pair.primary.query(`insert into facts values ('before')`);
    await pair.primary.kill();
    await pair.promote();
    await pair.rejoin();
    await pair.primary.query(`insert into facts values ('later')`);
    expect(await factsOf(pair.primary)).toEqual(['before', 'later']);
    expect(await pair.standby.query('select pg_is_in_recovery() as follows')).toEqual([{ follows: true }]);
  });

  it('does not end a commit while the standby is away', async () => {
    await pair.standby.kill();
    let isCommitted = false;
    const committing = pair.primary.query(`insert into facts values ('slow')`).then(() => {
      isCommitted = true;
    });
    const isWaiting = `select count(*)::int as waiting from pg_stat_activity where wait_event = 'SyncRep'`;
    while ((await pair.primary.query<{ waiting: number }>(isWaiting))[0]!.waiting === 0);
    expect(isCommitted).toBe(false);
    await pair.standby.start();
    await committing;
  });
});
