import type { DatabaseService } from '../../local/service-list.ts';
import { differencesOf, type Tables } from './read-models.ts';

/** Rows that no event has made. */
const isBesideTheLog = (table: string, text: string): boolean => {
  const row = JSON.parse(text) as Record<string, unknown>;
  // The rebuilds themselves add entries to the audit.
  if (table === 'audit_entries') return row.act === 'rebuild-started';
  // A command that changed nothing has locked it.
  if (table === 'follow_counts') return row.followers === 0 && row.following === 0;
  return table === 'counters' && row.revision === 0;
};
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
  // The contract migration drops `bootstrap_roles`, which release 0.9.0 reads.
  identity: [
    'texts',
    'credentials',
    'password_resets',
    'sessions',
    'founder_links',
    'removal_attempts',
    'bootstrap_roles',
  ],
  // Words, bytes, uploads, plays (counted without events), frozen lists, hidings and erasures in progress, hashes of
  // receipts, and the accounts of author ids (no event may reveal them). Also private rules, feeds and marks.
  content: [
    'texts',
    'media',
    'transcript_parts',
    'uploads',
    'play_counts',
    'podcast_plays',
    'frozen_lists',
    'frozen_list_parts',
    'author_ids',
    'hidings',
    'erasures',
    'receipts',
    'word_rules',
    'held_asks',
    'podcast_feeds',
    'podcast_feed_episodes',
    'watches',
    'bookmarks',
  ],
  engagement: ['texts', 'repost_erasures', 'content_erasures'],
  // Sealed facts of anonymous posts (no event may reveal them), reasons of grants, and pending levels and pools.
  gamification: ['anonymous_posts', 'anonymous_removals', 'waiting_xp', 'xp_pools', 'xp_grants', 'level_checks'],
  moderation: ['texts', 'locked_reports', 'erasures', 'word_erasures', 'wipe_tasks', 'wipe_counts'],
  notification: ['readings', 'preferences'],
};

const isReadModel = (service: DatabaseService, table: string): boolean =>
  ![...ofEveryLog, ...besideTheLog[service]].includes(table);

export const readModelTables = (service: DatabaseService, tables: Tables): string[] =>
  [...tables.keys()].filter((table) => isReadModel(service, table));

interface Difference {
  readonly table: string;
  /** Rows of one side only, or a sentence about the table. */
  readonly rows: readonly string[];
}

/** Compares the rows of read models, and demands that the rebuild replaced these tables and no others. */
export const replayDifferences = (service: DatabaseService, live: Tables, rebuilt: Tables): Difference[] =>
  [...rebuilt].flatMap(([table, { oid, rows }]) => {
    const before = live.get(table)!;
    const isRebuilt = before.oid !== oid;
    if (isReadModel(service, table) !== isRebuilt)
      return [{ table, rows: [isRebuilt ? 'it was rebuilt' : 'no rebuild fills it'] }];
    if (!isRebuilt) return [];
    const others = (all: readonly string[]) => all.filter((row) => !isBesideTheLog(table, row));
    const different = differencesOf(others(before.rows), others(rows));
    return different.length > 0 ? [{ table, rows: different }] : [];
  });
