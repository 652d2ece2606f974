import { eventually } from '@hearsay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { removeTemporaryFolders, temporaryFolder } from '../tests/temporary-folders.ts';
import { ReplicatedPostgres } from './replicated-postgres.ts';

const factsOf = async (node: ReplicatedPostgres['primary']) =>
  (await node.query<{ fact: string }>('select fact from facts order by fact')).map(({ fact }) => fact);

describe('a primary with two standbys, of which one must confirm a commit', () => {
  let servers: ReplicatedPostgres;
  beforeAll(async () => {
    servers = await ReplicatedPostgres.start({ dataDir: temporaryFolder(), durable: false, standbys: 2 });
    await servers.primary.query('create table facts (fact text)');
  });
  afterAll(async () => {
    await servers.stop();
    removeTemporaryFolders();
  });

  it('a promotion takes the standby that has every commit, and keeps the other one', async () => {
    const [behind, ahead] = servers.standbys;
    await behind!.receiveFrom();
    await behind!.received();
    await servers.primary.query(`insert into facts values ('before')`);
    await servers.primary.kill();
    await servers.promote();
    expect(servers.primary).toBe(ahead);
    await servers.primary.query(`insert into facts values ('without the former primary')`);
    await servers.rejoin();
    for (const node of [servers.primary, ...servers.standbys])
      await eventually('it has both', async () => (await factsOf(node)).length === 2);
  });
});

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

  it('a promotion keeps every commit and makes the old primary a standby', async () => {
    await pair.primary.query(`insert into facts values ('before')`);
    await pair.primary.kill();
    await pair.promote();
    await pair.rejoin();
    await pair.primary.query(`insert into facts values ('later')`);
    expect(await factsOf(pair.primary)).toEqual(['before', 'later']);
    expect(await pair.standby.query('select pg_is_in_recovery() as follows')).toEqual([{ follows: true }]);
  });

  it('a commit does not end while the standby is away', async () => {
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
