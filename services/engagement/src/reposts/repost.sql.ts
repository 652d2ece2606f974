import type { BoostTarget, ContentType, Owner } from '@hearsay/contracts';
import { type Loaded, type RowWriter, rowsInserter, type Transaction, withRows } from '@hearsay/event-store';

export type RepostedContent = Omit<BoostTarget, 'thresholds'>;

export interface Repost {
  readonly isReposted: boolean;
  /** The removal that can restore the repost. Null while the repost is active and before the first one. */
  readonly removalId: string | null;
  readonly toggle: number;
  readonly textId: string | null;
  readonly of: RepostedContent | null;
}

export const neverReposted: Repost = { isReposted: false, removalId: null, toggle: 0, textId: null, of: null };

interface RepostRow {
  readonly repost_id: string;
  readonly content_type: ContentType;
  readonly content_id: string;
  readonly question_id: string;
  readonly owner: Owner;
  readonly is_reposted: boolean;
  readonly removal_id: string | null;
  readonly text_id: string | null;
  readonly toggle: number;
  readonly version: number;
}

/** Loads reposts without a lock. The lock of their content's counter guards them. */
export const loadReposts = async (tx: Transaction, keys: readonly string[]): Promise<Map<string, Loaded<Repost>>> => {
  const known = new Map<string, Loaded<Repost>>(keys.map((key) => [key, { version: 0, state: neverReposted }]));
  const rows = await tx.query<RepostRow>({
    name: 'load-reposts',
    text: `select repost_id, content_type, content_id, question_id, owner, is_reposted, removal_id, text_id, toggle, version
           from reposts where repost_id = any($1)`,
    values: [keys],
  });
  for (const row of rows.rows) {
    known.set(row.repost_id, {
      version: row.version,
      state: {
        isReposted: row.is_reposted,
        removalId: row.removal_id,
        toggle: row.toggle,
        textId: row.text_id,
        of: { contentType: row.content_type, contentId: row.content_id, questionId: row.question_id, owner: row.owner },
      },
    });
  }
  return known;
};

export const writeErasures: RowWriter = rowsInserter('repost_erasures');

export const strikeErasures: RowWriter = async (tx, rows) => {
  await withRows(
    tx,
    'repost_erasures',
    rows,
    (given) => `delete from repost_erasures using ${given}
     where repost_erasures.repost_id = given.repost_id and repost_erasures.removal_id = given.removal_id`,
  );
};
