import type { Loaded, Transaction } from '@hearsay/event-store';
import type { Question } from './question.states.js';

/** Locks questions, and with them their rooms. */
export const loadQuestions = async (tx: Transaction, keys: readonly string[]): Promise<Map<string, Loaded<Question | null>>> => {
  const loaded = new Map<string, Loaded<Question | null>>(keys.map((key) => [key, { version: 0, state: null }]));
  const rows = await tx.query<Question & { id: string; version: number }>({
    name: 'lock-questions',
    text: `select id, version, owner, is_anonymous as "isAnonymous", allow_anonymous_answers as "allowAnonymousAnswers", threshold, latched,
             last_number as "lastNumber", reply_count as "replyCount", target_id as "targetId", approval,
             title_text_id as "titleTextId", description_text_id as "descriptionTextId",
             coalesce((select threshold from replies pinned where pinned.id = questions.pinned_reply_id), 0) as "pinnedThreshold",
             exists (select from replies r where r.question_id = questions.id) as "wasAnswered", removal_id as "removalId", removal_revision as "removalRevision"
           from questions where id = any($1) order by id for update`,
    values: [keys],
  });
  for (const { id, version, ...state } of rows.rows) loaded.set(id, { version, state });
  return loaded;
};
