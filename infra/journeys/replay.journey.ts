import { eventDefinitions } from '@hearsay/contracts';
import { beforeAll, expect, it } from '@jest/globals';
import { type DatabaseService, databaseServices, perService } from '../local/service-list.ts';
import { seed } from '../seed/seed.ts';
import { inLanes } from './lanes.ts';
import { retryDeadLetter } from './replay/dead-letter.ts';
import { createHistory } from './replay/history.ts';
import { differencesOf, readModelsOf, rebuild, type Tables, tablesOf } from './replay/read-models.ts';
import { settled } from './settled.ts';
import type { System } from './system.ts';

/** Rebuilds of this test add entries to the audit. */
const isOfThisTest = (table: string, row: string) =>
  table === 'audit_entries' && (JSON.parse(row) as { act: string }).act === 'rebuild-started';
const mostTold = 6;

const ofEveryLog = [
  'events',
  'store_epoch',
  'stream_heads',
  'claims',
  'command_results',
  'consumer_checkpoints',
  'dead_letters',
  'schema_migrations',
];

/**
 * Tables that no rebuild fills, because they hold data that the log lacks, or pending work. Every other table must
 * belong to a read model.
 */
const besideTheLog: Readonly<Record<DatabaseService, readonly string[]>> = {
  identity: ['texts', 'credentials', 'password_resets', 'sessions', 'founder_links', 'removal_attempts'],
  // Words, bytes, uploads, plays (counted without events), frozen lists, hidings and erasures in progress, hashes
  // of receipts, and the accounts of author ids (no event may reveal them).
  content: [
    'texts',
    'media',
    'uploads',
    'play_counts',
    'podcast_plays',
    'frozen_lists',
    'frozen_list_parts',
    'author_ids',
    'hidings',
    'erasures',
    'receipts',
  ],
  engagement: ['texts', 'repost_erasures', 'content_erasures'],
  // Sealed facts of anonymous posts (no event may reveal them), reasons of grants, and pending levels and pools.
  gamification: ['anonymous_posts', 'anonymous_removals', 'waiting_xp', 'xp_pools', 'xp_grants', 'level_checks'],
  moderation: ['texts', 'locked_reports', 'erasures', 'word_erasures', 'wipe_tasks', 'wipe_counts'],
  notification: ['readings', 'preferences'],
};

export const replay = (system: System): void => {
  const names = perService(databaseServices, (): string[] => []);
  const live: Partial<Record<DatabaseService, Tables>> = {};
  const rebuilt: Partial<Record<DatabaseService, Tables>> = {};

  beforeAll(async () => {
    if (system.logins.length === 0) await seed(system);
    await createHistory(system);
    await settled(system);
    await inLanes(databaseServices, async (service) => {
      live[service] = await tablesOf(system, service);
      names[service] = await readModelsOf(system, service);
      for (const name of names[service]) await rebuild(system, service, name);
      rebuilt[service] = await tablesOf(system, service);
    });
  });
  it('was written by every type of event', () => {
    const met = new Set(
      databaseServices.flatMap((service) =>
        live[service]!.get('events')!.rows.map((row) => (JSON.parse(row) as { type: string }).type),
      ),
    );
    expect([...eventDefinitions.keys()].filter((type) => !met.has(type))).toEqual([]);
  });

  it.each(databaseServices)('is rebuilt row by row in %s as it was', (service) => {
    const differences: string[] = [];
    for (const [table, { oid, rows }] of rebuilt[service]!) {
      const before = live[service]!.get(table)!;
      const isReadModel = ![...ofEveryLog, ...besideTheLog[service]].includes(table);
      if (isReadModel !== (before.oid !== oid))
        differences.push(`${table}: ${isReadModel ? 'no rebuild fills it' : 'it was rebuilt'}`);
      if (!isReadModel) continue;
      if (rows.length === 0) differences.push(`${table}: no row to compare`);
      const others = (all: readonly string[]) => all.filter((row) => !isOfThisTest(table, row));
      const different = differencesOf(others(before.rows), others(rows));
      if (different.length > 0)
        differences.push(`${table}: ${different.length} of ${rows.length}`, ...different.slice(0, mostTold));
    }
    expect(differences).toEqual([]);
  });

  it('gets a dead letter that an operator retries, which the audit records', async () => {
    const { xpBefore, xpAfter, listed, replayed, audited } = await retryDeadLetter(system);
    expect(xpAfter - xpBefore).toBe(5);
    expect([listed.code, listed.output]).toEqual([
      0,
      expect.stringContaining('No entries today\ngamification: 1 dead letters\n'),
    ]);
    expect(replayed).toEqual({ code: 0, output: 'gamification: 1 replayed, 0 failed again\n' });
    expect(audited).toEqual([
      ['dead-letter-retried', expect.stringMatching(/^gamification\.boosts Boosted [0-9a-f-]{36}$/)],
    ]);
  });
};
