import { limits, type WordRule } from '@hearsay/contracts';
import { type RowWriter, rowsDeleter } from '@hearsay/event-store';
import type pg from 'pg';
import { isThere } from '../visibility.js';
import { holds, searchable } from './folded-words.js';
import type { WordRuleRow } from './word-rule.decider.js';

/**
 * Inserts one rule after the other, so that each insert counts the rules before it. `refuseIfDeleted` locks the
 * account, so that no other process inserts rules meanwhile.
 */
export const writeWordRules: RowWriter = async (tx, rows) => {
  for (const { id, accountId, words, expiresAt, createdAt } of rows as readonly WordRuleRow[])
    await tx.query(
      `insert into word_rules (id, account_id, words, expires_at, created_at) select $1, $2, $3, $4, $5
       where (select count(*) from word_rules where account_id = $2) < $6`,
      [id, accountId, words, expiresAt, createdAt, limits.wordRules],
    );
};

export const deleteWordRules: RowWriter = rowsDeleter('word_rules', 'id', 'account_id');
export const deleteWordRulesOf: RowWriter = rowsDeleter('word_rules', 'account_id');

/** A question and the ids of the rules that hold it. */
export interface RuleHolds {
  readonly questionId: string;
  readonly ruleIds: readonly string[];
  readonly heldAt: string;
}

/** Replaces the rules that hold each question. A rule that held the question before keeps its first time. */
export const writeRuleHolds: RowWriter = async (tx, rows) => {
  const questions = rows as readonly RuleHolds[];
  const held = questions.flatMap(({ questionId, ruleIds, heldAt }) =>
    ruleIds.map((ruleId) => ({ questionId, ruleId, heldAt })),
  );
  const columns = [held.map(({ questionId }) => questionId), held.map(({ ruleId }) => ruleId)];
  await tx.query(
    `delete from held_asks h where question_id = any($3)
       and not exists (select from unnest($1::uuid[], $2::uuid[]) as k (question_id, rule_id)
         where k.question_id = h.question_id and k.rule_id = h.rule_id)`,
    [...columns, questions.map(({ questionId }) => questionId)],
  );
  await tx.query(
    'insert into held_asks (question_id, rule_id, held_at) select * from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) on conflict do nothing',
    [...columns, held.map(({ heldAt }) => heldAt)],
  );
};

interface Words {
  readonly title: string;
  /** Null while the description is locked. A rule that matched it would let the target infer its words. */
  readonly description: string | null;
}

export class WordRules {
  constructor(private readonly pool: pg.Pool) {}

  /** The rules of an account, newest first. */
  async of(accountId: string): Promise<WordRule[]> {
    const { rows } = await this.pool.query<WordRule>({
      name: 'word-rules',
      text: `select id, words as text, expires_at as "expiresAt", created_at as "createdAt" from word_rules
             where account_id = $1 order by created_at desc, id desc`,
      values: [accountId],
    });
    return rows;
  }

  /** The ids of the target's unexpired rules that match the words of an ask. */
  async rulesHolding(targetId: string, { title, description }: Words): Promise<string[]> {
    const { rows } = await this.pool.query<{ id: string; words: string }>({
      name: 'word-rules-in-force',
      text: 'select id, words from word_rules where account_id = $1 and coalesce(expires_at > now(), true)',
      values: [targetId],
    });
    if (rows.length === 0) return [];
    const text = searchable(title, description);
    return rows.filter(({ words }) => holds(words, text)).map(({ id }) => id);
  }

  /** `of` is the number of the newest asks to the target, and `held` is how many of them the rule matches. */
  async preview(targetId: string, rule: string): Promise<{ held: number; of: number }> {
    const { rows } = await this.pool.query<Words>({
      name: 'newest-asks',
      text: `select title.words as title, case when q.threshold <= q.latched then description.words end as description
             from questions q
             join texts title on title.id = q.title_text_id
             left join texts description on description.id = q.description_text_id
             where q.target_id = $1 and q.approval <> 'withheld' and ${isThere('q')}
             order by q.created_at desc limit $2`,
      values: [targetId, limits.previewedAsks],
    });
    const held = rows.filter(({ title, description }) => holds(rule, searchable(title, description)));
    return { held: held.length, of: rows.length };
  }

  /** For each held question, the text of the oldest rule that holds it. Leaves out questions that no rule holds. */
  async filteredBy(questionIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const { rows } = await this.pool.query<{ questionId: string; words: string }>({
      name: 'rules-that-hold',
      text: `select distinct on (h.question_id) h.question_id as "questionId", w.words
             from held_asks h join word_rules w on w.id = h.rule_id
             where h.question_id = any($1) order by h.question_id, w.created_at, w.id`,
      values: [questionIds],
    });
    return new Map(rows.map(({ questionId, words }) => [questionId, words]));
  }
}
