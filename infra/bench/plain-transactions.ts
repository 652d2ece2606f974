import pg from 'pg';
import { mustEqual } from './benchmark.ts';
import type { SendBoost } from './boost-load.ts';

export const plainConnections = 16;
export const plainApplicationName = 'bench-plain';

const tables = `create schema plain_boosts;
  create table plain_boosts.boosts (account_id uuid, content_id uuid, is_boosted boolean not null,
    primary key (account_id, content_id)) with (fillfactor = 70);
  create table plain_boosts.counters (content_id uuid primary key, boosts integer not null default 0) with (fillfactor = 50)`;

/**
 * The baseline without batches: one transaction per boost, with prepared statements and open connections. This process
 * does the work of the service, so its CPU counts.
 */
export const plainTransactions = async (
  connectionString: string,
  accountIds: readonly string[],
  questionIds: readonly string[],
) => {
  const open = () => new pg.Client({ connectionString, application_name: plainApplicationName });
  const clients = Array.from({ length: plainConnections }, open);
  await Promise.all(clients.map((client) => client.connect()));
  const [first] = clients as [pg.Client];
  await first.query(tables);
  await first.query('insert into plain_boosts.counters (content_id) select unnest($1::uuid[])', [questionIds]);
  const send: SendBoost = async (person, questionId, isBoosted, caller) => {
    const client = clients[caller]!;
    await client.query('begin');
    await client.query({
      name: 'toggle',
      text: `insert into plain_boosts.boosts as b values ($1, $2, $3)
             on conflict (account_id, content_id) do update set is_boosted = excluded.is_boosted`,
      values: [accountIds[person], questionId, isBoosted],
    });
    await client.query({
      name: 'count',
      text: 'update plain_boosts.counters set boosts = boosts + $2 where content_id = $1',
      values: [questionId, isBoosted ? 1 : -1],
    });
    await client.query('commit');
  };
  return {
    send,

    /** @throws when the counters or rows differ from the acknowledged boosts */
    check: async (boosts: number): Promise<string> => {
      const { rows } = await first.query(
        `select (select count(*)::int from plain_boosts.boosts where is_boosted) as rows,
           (select sum(boosts)::int from plain_boosts.counters) as counted`,
      );
      return mustEqual('Boosted rows and counters of the plain transactions', rows[0], {
        rows: boosts,
        counted: boosts,
      });
    },

    close: () => Promise.all(clients.map((client) => client.end())),
  };
};
