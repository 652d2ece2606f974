import { type EventOf, type Owner, QuestionAsked, ReplyPosted, Revealed } from '@hearsay/contracts';
import type { AggregateDefinition, Loaded } from '@hearsay/event-store';

/** What decisions about a question and its room need. */
export interface Question {
  readonly owner: Owner;
  readonly allowAnonymousAnswers: boolean;
  readonly threshold: number;
  readonly latched: number;
  readonly lastNumber: number;
  readonly replyCount: number;
}

type QuestionDefinition = typeof QuestionAsked | typeof ReplyPosted | typeof Revealed;

const evolve = (question: Question | null, event: EventOf<QuestionDefinition>): Question | null => {
  if (event.type === QuestionAsked.type) {
    const asked = event.data;
    return {
      owner: asked.owner,
      allowAnonymousAnswers: asked.allowAnonymousAnswers,
      threshold: asked.replyBoostThreshold,
      latched: 0,
      lastNumber: 0,
      replyCount: 0,
    };
  }
  if (question && event.type === ReplyPosted.type) {
    const { number } = event.data;
    return { ...question, lastNumber: number, replyCount: question.replyCount + 1 };
  }
  if (question && event.type === Revealed.type) {
    const { number, threshold } = event.data;
    return { ...question, lastNumber: number, latched: Math.max(question.latched, threshold) };
  }
  return question;
};

/** Key: question id; null while there is no such question. Its row, written by `questionRows`, is also the room's head. */
export const questionAggregate: AggregateDefinition<Question | null, QuestionDefinition> = {
  name: 'question',
  events: [QuestionAsked, ReplyPosted, Revealed],
  evolve,
  async load(tx, keys) {
    const loaded = new Map<string, Loaded<Question | null>>(keys.map((key) => [key, { version: 0, state: null }]));
    const rows = await tx.query<Question & { id: string; version: number }>({
      name: 'lock-questions',
      text: `select id, version, owner, allow_anonymous_answers as "allowAnonymousAnswers", threshold, latched,
               last_number as "lastNumber", reply_count as "replyCount"
             from questions where id = any($1) order by id for update`,
      values: [keys],
    });
    for (const { id, version, ...state } of rows.rows) loaded.set(id, { version, state });
    return loaded;
  },
};

/** Key: reply id. A reply is its own stream; until replies can be removed nothing is decided on an existing one. */
export const replyAggregate: AggregateDefinition<{ readonly exists: boolean }, typeof ReplyPosted> = {
  name: 'reply',
  events: [ReplyPosted],
  evolve: () => ({ exists: true }),
  async load(tx, keys) {
    const rows = await tx.query<{ id: string }>({
      name: 'lock-replies',
      text: 'select id from replies where id = any($1) order by id for update',
      values: [keys],
    });
    const existing = new Set(rows.rows.map((row) => row.id));
    return new Map(keys.map((key) => [key, { version: existing.has(key) ? 1 : 0, state: { exists: existing.has(key) } }]));
  },
};
