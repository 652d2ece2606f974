import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { BoostPairs } from './boosts-over-nats.ts';
import { closedLoop, serveLoad } from './serve-load.ts';

/**
 * What a boost costs without batches: one transaction each, written as well as it can be (prepared statements, connections
 * kept open). This process plays the service, so its CPU counts.
 */
const connections = 16;
const accounts: string[] = [];
const acknowledged = new Map<string, number>();
const nextOf = new Map<string, number>();
let clients: pg.Client[] = [];

const connect = async ({ databaseUrl, mostAccounts }: { databaseUrl: string; mostAccounts: number }): Promise<void> => {
  clients = Array.from(
    { length: connections },
    () => new pg.Client({ connectionString: databaseUrl, application_name: 'bench-plain' }),
  );
  await Promise.all(clients.map((client) => client.connect()));
  for (let count = 0; count < mostAccounts; count += 1) accounts.push(randomUUID());
};

const toggle = async (client: pg.Client, accountId: string, questionId: string): Promise<void> => {
  await client.query('begin');
  const pair = await client.query<{ is_boosted: boolean }>({
    name: 'toggle',
    text: `insert into plain_boosts.boosts as b (account_id, content_id) values ($1, $2)
           on conflict (account_id, content_id) do update set is_boosted = not b.is_boosted returning is_boosted`,
    values: [accountId, questionId],
  });
  await client.query({
    name: 'count',
    text: 'update plain_boosts.counters set boosts = boosts + $2 where content_id = $1',
    values: [questionId, pair.rows[0]?.is_boosted ? 1 : -1],
  });
  await client.query('commit');
};

const boost = ({ name, questionIds, pairs, seconds }: BoostPairs & { name: string; seconds: number }) => {
  let next = nextOf.get(name) ?? 0;
  return closedLoop(connections, seconds, async (caller) => {
    const client = clients[caller];
    if (!client) throw new Error(`No connection for caller ${caller}`);
    const pair = next;
    next = (next + 1) % pairs;
    nextOf.set(name, next);
    await toggle(
      client,
      accounts[Math.floor(pair / questionIds.length)] ?? '',
      questionIds[pair % questionIds.length] ?? '',
    );
    acknowledged.set(name, (acknowledged.get(name) ?? 0) + 1);
  });
};

const tally = async ({ name }: { name: string }): Promise<number> => acknowledged.get(name) ?? 0;

serveLoad({ connect, boost, tally });
