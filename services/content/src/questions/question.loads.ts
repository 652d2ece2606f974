import type { Loaded, Transaction } from '@hearsay/event-store';
import type { Question } from './question.states.js';

/** What is known of a question by its replies. */
type OfReplies = Pick<Question, 'pinnedThreshold' | 'wasAnswered'>;

/**
 * Locks questions, and with them their rooms. What their replies tell is a statement of its own behind the lock: one that has waited for a row reads this row
 * anew, and all others as they were before.
 */
export const loadQuestions = async (
  tx: Transaction,
  keys: readonly string[],
): Promise<Map<string, Loaded<Question | null>>> => {
  const loaded = new Map<string, Loaded<Question | null>>(keys.map((key) => [key, { version: 0, state: null }]));
  const locking = tx.query<Omit<Question, keyof OfReplies> & { id: string; version: number }>({
    name: 'lock-questions',
    text: `select id, version, owner, is_anonymous as "isAnonymous", allow_anonymous_answers as "allowAnonymousAnswers", threshold, latched,
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
  for (const { id, version, ...state } of locked.rows)
    loaded.set(id, { version, state: { ...state, ...ofReplies.get(id)! } });
  return loaded;
};
