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

  it('a promotion selects the standby with every commit, and the other one follows it', async () => {
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
