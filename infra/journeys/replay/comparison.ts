import type { DatabaseService } from '../../local/service-list.ts';
import { rowDifferences, type Tables } from './read-models.ts';

/** True for a row that no event has made. */
const isBesideTheLog = (table: string, text: string): boolean => {
  const row = JSON.parse(text) as Record<string, unknown>;
  // The rebuilds of this test write these entries to the audit without an event.
  if (table === 'audit_entries') return row.act === 'rebuild-started';
  // A command that changed nothing has inserted the row to lock it.
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
  // Release 0.9.0 still reads `bootstrap_roles`. The contract migration of a later release drops the table.
  identity: [
    'texts',
    'credentials',
    'password_resets',
    'sessions',
    'founder_links',
    'removal_attempts',
    'bootstrap_roles',
  ],
  // These rows are words, uploads, plays, caches, unfinished tasks, and data that no event may reveal.
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
  // These tables hold reasons of grants, pending work, and rows of anonymous posts. No event may reveal such a row.
  gamification: ['anonymous_posts', 'anonymous_removals', 'waiting_xp', 'xp_pools', 'xp_grants', 'level_checks'],
  moderation: ['texts', 'locked_reports', 'erasures', 'word_erasures', 'wipe_tasks', 'wipe_counts'],
  notification: ['readings', 'preferences'],
};

const isReadModel = (service: DatabaseService, table: string): boolean =>
  ![...ofEveryLog, ...besideTheLog[service]].includes(table);

/** Tables that a rebuild must restore exactly. Leaves out the log and rows that events do not contain. */
export const readModelTables = (service: DatabaseService, tables: Tables): string[] =>
  [...tables.keys()].filter((table) => isReadModel(service, table));

interface Difference {
  readonly table: string;
  /** Rows that exist only before or only after the rebuild, or a sentence about the table. */
  readonly rows: readonly string[];
}

/** Compares the rows of read models before and after a rebuild, which must replace their tables and no others. */
export const replayDifferences = (service: DatabaseService, live: Tables, rebuilt: Tables): Difference[] =>
  [...rebuilt].flatMap(([table, { oid, rows }]) => {
    const before = live.get(table)!;
    const isRebuilt = before.oid !== oid;
    if (isReadModel(service, table) !== isRebuilt)
      return [{ table, rows: [isRebuilt ? 'it was rebuilt' : 'no rebuild fills it'] }];
    if (!isRebuilt) return [];
    const others = (all: readonly string[]) => all.filter((row) => !isBesideTheLog(table, row));
    const different = rowDifferences(others(before.rows), others(rows));
    return different.length > 0 ? [{ table, rows: different }] : [];
  });
