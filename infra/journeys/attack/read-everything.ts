import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectNats } from '@hearsay/messaging';
import { Redis } from 'ioredis';
import pg from 'pg';
import type { System } from '../system.ts';
import { changedRecords, type FoundRecord, recordOf } from './records.ts';

/** Reads every row with the transactions that wrote and locked it. Each table, and each type of event, is a source. */
const readDatabase = async (service: string, url: string): Promise<FoundRecord[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and has_table_privilege(oid, 'select')`,
    );
    const records: FoundRecord[] = [];
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ row: { type?: string }; xmin: string; xmax: string }>(
        `select to_jsonb(t) as row, t.xmin::text as xmin, t.xmax::text as xmax from ${pg.escapeIdentifier(name)} t`,
      );
      for (const { row, xmin, xmax } of rows) {
        const source = `${service}.${name}${name === 'events' ? `:${row.type}` : ''}`;
        const transactions = [xmin, xmax].map(Number).filter((transaction) => transaction > 0);
        records.push(recordOf(source, row, transactions));
      }
    }
    return records;
  } finally {
    await client.end();
  }
};

/** Reads every message by JetStream's own API, so that none of our code can hide one. */
const readStreams = async (natsUrl: string): Promise<FoundRecord[]> => {
  const connection = await connectNats({ url: natsUrl, name: 'attacker' });
  try {
    const ask = async <T>(subject: string, body: object): Promise<T> =>
      (await connection.request(`$JS.API.${subject}`, JSON.stringify(body), { timeout: 10_000 })).json<T>();
    const { streams } = await ask<{ streams: string[] | null }>('STREAM.NAMES', {});
    const records: FoundRecord[] = [];
    for (const stream of streams ?? []) {
      const { state } = await ask<{ state: { first_seq: number; last_seq: number } }>(`STREAM.INFO.${stream}`, {});
      for (let seq = state.first_seq; seq <= state.last_seq; seq += 1) {
        const { message } = await ask<{ message?: { data: string; hdrs?: string } }>(`STREAM.MSG.GET.${stream}`, {
          seq,
        });
        if (!message) continue;
        const content: unknown = JSON.parse(Buffer.from(message.data, 'base64').toString('utf8'));
        for (const event of Array.isArray(content) ? content : [content])
          records.push(recordOf(`stream ${stream}`, event));
      }
    }
    return records;
  } finally {
    await connection.close();
  }
};

const entriesOf = async (redis: Redis, key: string): Promise<unknown[]> => {
  const type = await redis.type(key);
  const pairs = (flat: readonly string[]) =>
    Array.from({ length: flat.length / 2 }, (_, index) => [flat[2 * index], flat[2 * index + 1]]);
  const readers: Record<string, () => Promise<unknown[]>> = {
    string: async () => [await redis.get(key)],
    hash: async () => [await redis.hgetall(key)],
    list: () => redis.lrange(key, '0', '-1'),
    set: () => redis.smembers(key),
    zset: async () => pairs(await redis.zrange(key, '0', '-1', 'WITHSCORES')),
    stream: () => redis.xrange(key, '-', '+'),
    none: async () => [],
  };
  const reader = readers[type];
  if (!reader) throw new Error(`The attack cannot read Redis' type ${type} yet.`);
  return reader();
};

/** Reads every key with its expiry. The key without its ids and numbers is the source. */
const readRedis = async (url: string): Promise<FoundRecord[]> => {
  const redis = new Redis(url);
  try {
    const records: FoundRecord[] = [];
    for (const key of await redis.keys('*')) {
      const source = `redis ${key.replaceAll(/[0-9a-f-]{16,}|[A-Za-z0-9_-]{22,}|\d+/g, '*')}`;
      for (const entry of await entriesOf(redis, key)) records.push(recordOf(source, { key, entry }));
      const left = await redis.pttl(key);
      if (left > 0) records.push(recordOf('redis ends', { key, endsAt: Date.now() + left }));
    }
    return records;
  } finally {
    redis.disconnect();
  }
};

const readLogs = (folder: string): FoundRecord[] =>
  readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .flatMap((line) => {
        try {
          return [recordOf(`log ${name.replace(/\..*$/, '')}`, JSON.parse(line))];
        } catch {
          return [];
        }
      }),
  );

type Readable = Pick<System, 'databaseUrls' | 'natsUrl' | 'redisUrl' | 'files'>;

/** Reads all sources but the streams, which only repeat rows of the logs. */
const readRows = async (system: Readable): Promise<FoundRecord[]> => [
  ...(
    await Promise.all(Object.entries(system.databaseUrls).map(([service, url]) => readDatabase(service, url)))
  ).flat(),
  ...(await readRedis(system.redisUrl)),
];

export const readAllRecords = async (system: Readable): Promise<FoundRecord[]> => [
  ...(await readRows(system)),
  ...(await readStreams(system.natsUrl)),
  ...readLogs(system.files.logs),
];

/**
 * Dumps all rows again and again during the act, because some rows exist only for a moment.
 * @returns all changes from the beginning of the act to its end
 */
export const changesDuring = async (system: Readable, act: () => Promise<unknown>): Promise<FoundRecord[]> => {
  const changed: FoundRecord[] = [];
  let last = await readRows(system);
  const look = async () => {
    const now = await readRows(system);
    changed.push(...changedRecords(last, now));
    last = now;
  };
  let isOver = false;
  const acting = act().finally(() => {
    isOver = true;
  });
  while (!isOver) await look();
  await acting;
  await look();
  return changed;
};
