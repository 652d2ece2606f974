import pg from 'pg';
import { mustEqual } from './benchmark.ts';
import type { Walk } from './boost-load.ts';
import { closedLoop, type LoadResult } from './closed-loop.ts';

const connections = 16;
export const plainBackend = 'bench-plain';

const tables = `create schema plain_boosts;
  create table plain_boosts.boosts (account_id uuid, content_id uuid, is_boosted boolean not null,
    primary key (account_id, content_id)) with (fillfactor = 70);
  create table plain_boosts.counters (content_id uuid primary key, boosts integer not null default 0) with (fillfactor = 50)`;

/**
 * A boost without batches: one transaction each, prepared statements, open connections. This process plays the service,
 * so its CPU counts.
 */
export const plainTransactions = async (connectionString: string, questionIds: readonly string[]) => {
  const open = () => new pg.Client({ connectionString, application_name: plainBackend });
  const clients = Array.from({ length: connections }, open);
  await Promise.all(clients.map((client) => client.connect()));
  const [first] = clients as [pg.Client];
  await first.query(tables);
  await first.query('insert into plain_boosts.counters (content_id) select unnest($1::uuid[])', [questionIds]);
  let acknowledged = 0;
  const toggle = async (client: pg.Client, accountId: string, questionId: string, isBoosted: boolean) => {
    await client.query('begin');
    await client.query({
      name: 'toggle',
      text: `insert into plain_boosts.boosts as b values ($1, $2, $3)
             on conflict (account_id, content_id) do update set is_boosted = excluded.is_boosted`,
      values: [accountId, questionId, isBoosted],
    });
    await client.query({
      name: 'count',
      text: 'update plain_boosts.counters set boosts = boosts + $2 where content_id = $1',
      values: [questionId, isBoosted ? 1 : -1],
    });
    await client.query('commit');
    acknowledged += 1;
  };
  return {
    load: (accountIds: readonly string[], ids: readonly string[], walk: Walk) => {
      let next = 0;
      return (seconds: number): Promise<LoadResult> =>
        closedLoop(connections, seconds, async (caller) => {
          const [person, step] = [next % accountIds.length, Math.floor(next / accountIds.length)];
          next += 1;
          const { question, isBoosted } = walk(person, step);
          await toggle(clients[caller]!, accountIds[person]!, ids[question]!, isBoosted);
        });
    },

    /** @throws when the counters differ from the rows */
    check: async (): Promise<string> => {
      const { rows } = await first.query<{ boosts: number; counted: number }>(
        `select (select count(*)::int from plain_boosts.boosts where is_boosted) as boosts,
           (select sum(boosts)::int from plain_boosts.counters) as counted`,
      );
      const what = `Sum of the plain counters beside its boosted rows (${acknowledged} toggles)`;
      return mustEqual(what, rows[0]?.counted, rows[0]?.boosts);
    },

    close: () => Promise.all(clients.map((client) => client.end())),
  };
};
