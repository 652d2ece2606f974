import type { Loaded, Transaction } from '@hearsay/event-store';
import type { Reply } from './reply.states.js';

/** Locks those replies that exist. */
export const loadReplies = async (
  tx: Transaction,
  keys: readonly string[],
): Promise<Map<string, Loaded<Reply | null>>> => {
  const loaded = new Map<string, Loaded<Reply | null>>(keys.map((key) => [key, { version: 0, state: null }]));
  const rows = await tx.query<Reply & { id: string }>({
    name: 'lock-replies',
    text: `select id, question_id as "questionId", owner, is_anonymous as "isAnonymous", removal_id as "removalId",
             removal_revision as "removalRevision"
           from replies where id = any($1) order by id for update`,
    values: [keys],
  });
  // Its stream holds that it was posted, and each removal and return.
  for (const { id, ...state } of rows.rows) loaded.set(id, { version: 1 + state.removalRevision, state });
  return loaded;
};
