import type { IfNotReached, Owner } from '@hearsay/contracts';
import { rowLoader, statesByKey, type Transaction, type VersionedState } from '@hearsay/event-store';
import type { RecentActs } from '../daily-limit.js';

/**
 * The target may ignore a pending question. An ambassador may withhold it from all but its asker, to whom it still
 * looks pending.
 */
export type Approval = 'open' | 'pending' | 'ignored' | 'withheld';

export interface LockEnd {
  /** ISO instant. Null if the lock has no end. */
  readonly lockUntil: string | null;
  readonly ifNotReached: IfNotReached;
}

export interface Question extends LockEnd {
  readonly owner: Owner;
  readonly isAnonymous: boolean;
  readonly allowAnonymousAnswers: boolean;
  /** Boosts that open the description and the replies. 0 if nothing is locked. */
  readonly threshold: number;
  /** The pinned reply's own threshold. 0 without a pinned reply. */
  readonly pinnedThreshold: number;
  /** The highest threshold that was ever reached. */
  readonly latched: number;
  readonly lastNumber: number;
  readonly replyCount: number;
  readonly wasAnswered: boolean;
  readonly targetId: string | null;
  readonly approval: Approval;
  readonly titleTextId: string;
  readonly descriptionTextId: string | null;
  readonly removalId: string | null;
  readonly removalRevision: number;
}

export interface Reply {
  readonly questionId: string;
  readonly owner: Owner;
  readonly isAnonymous: boolean;
  readonly removalId: string | null;
  readonly removalRevision: number;
}

type OfReplies = Pick<Question, 'pinnedThreshold' | 'wasAnswered'>;
type LockedRow = Omit<Question, keyof OfReplies>;

/**
 * A second statement reads the replies, because the first may wait for a lock. After such a wait, PostgreSQL rereads
 * only the locked rows. All other rows look as they were before the wait.
 */
export const loadQuestions = async (
  tx: Transaction,
  keys: readonly string[],
): Promise<Map<string, VersionedState<Question | null>>> => {
  const locking = tx.query<LockedRow & { key: string; version: number }>({
    name: 'lock-questions',
    text: `select id as key, version, owner, is_anonymous as "isAnonymous", allow_anonymous_answers as "allowAnonymousAnswers", threshold, latched,
             lock_until as "lockUntil", if_not_reached as "ifNotReached",
             last_number as "lastNumber", reply_count as "replyCount", target_id as "targetId", approval,
             title_text_id as "titleTextId", description_text_id as "descriptionTextId",
             removal_id as "removalId", removal_revision as "removalRevision"
           from questions where id = any($1) order by id for update`,
    values: [keys],
  });
  const reading = tx.query<OfReplies & { id: string }>({
    name: 'replies-of-questions',
    text: `select id, coalesce((select threshold from replies pinned where pinned.id = questions.pinned_reply_id), 0) as "pinnedThreshold",
             exists (select from replies r where r.question_id = questions.id) as "wasAnswered"
           from questions where id = any($1)`,
    values: [keys],
  });
  const [locked, read] = await Promise.all([locking, reading]);
  const ofReplies = new Map(read.rows.map(({ id, ...known }) => [id, known]));
  const rows = locked.rows.map((row) => ({ ...row, ...ofReplies.get(row.key)! }));
  return statesByKey<Question, null>(keys, null, rows);
};

/**
 * Counts the asks from one person to another in the last 24 hours, even anonymous and removed ones. No count is stored,
 * because it would link a person's anonymous asks to the named ones.
 */
export const loadRecentAsks = async (
  tx: Transaction,
  keys: readonly string[],
): Promise<Map<string, VersionedState<RecentActs>>> => {
  const recent = (mark: string) =>
    `select created_at from questions q where ${mark} and q.target_id = (key ->> 2)::uuid and q.created_at > now() - interval '1 day'`;
  const { rows } = await tx.query<RecentActs & { key: string }>({
    name: 'recent-asks',
    text: `select key::text, count(asked.created_at)::int as count, min(asked.created_at) as "oldestAt"
           from unnest($1::json[]) as wanted (key) left join lateral (
             ${recent(`q.owner ->> 'accountId' = key ->> 0`)} union all ${recent('q.owner_tag = key ->> 1')}
           ) as asked on true group by key::text`,
    values: [keys],
  });
  return new Map(rows.map(({ key, ...state }) => [key, { version: 0, state }]));
};

/** A reply's stream holds the events of its posting, removals and restorations. */
export const loadReplies = rowLoader<Reply>(
  'lock-replies',
  `select id as key, 1 + removal_revision as version, question_id as "questionId", owner, is_anonymous as "isAnonymous",
     removal_id as "removalId", removal_revision as "removalRevision"
   from replies where id = any($1) order by id for update`,
  null,
);
