import { limits, type OwnWords, Refusal } from '@hearsay/contracts';
import type pg from 'pg';
import { isMine, type QuestionQueries } from './question.queries.js';

interface OwnPage {
  readonly lastNumber: number;
  readonly question: OwnWords | null;
  readonly replies: OwnWords[];
}

/** What is a viewer's own, to be laid over what every visitor sees: with the words that others may not have read yet. */
export class OwnQueries {
  constructor(
    private readonly pool: pg.Pool,
    private readonly queries: QuestionQueries,
  ) {}

  /** Which of these questions are the viewer's own. */
  async questions(ids: readonly string[], viewer: string | null): Promise<OwnWords[]> {
    if (viewer === null || ids.length === 0) return [];
    const found = await this.pool.query<OwnWords>({
      name: 'own-questions',
      text: `select q.id, case when q.threshold > 0 then description.words end as words
             from questions q left join texts description on description.id = q.description_text_id
             where q.id = any($2) and ${isMine('q')}`,
      values: [this.queries.marksOf(viewer), ids],
    });
    return found.rows;
  }

  /** On a question's page: the question itself and what is among its newest 200 replies. @throws Refusal `not_found` */
  async onPage(questionId: string, viewer: string | null): Promise<OwnPage> {
    const found = await this.pool.query<{ last_number: number }>('select last_number from questions where id = $1', [questionId]);
    const lastNumber = found.rows[0]?.last_number;
    if (lastNumber === undefined) throw new Refusal('not_found');
    if (viewer === null) return { lastNumber, question: null, replies: [] };
    const [[question], replies] = await Promise.all([
      this.questions([questionId], viewer),
      this.pool.query<OwnWords>({
        name: 'own-newest-replies',
        text: `select r.id, case when greatest(r.threshold, q.threshold) > 0 then text.words end as words
               from (select * from replies where question_id = $2 and number <= $3 order by number desc limit $4) r
               join questions q on q.id = r.question_id
               left join texts text on text.id = r.text_id
               where ${isMine('r')}`,
        values: [this.queries.marksOf(viewer), questionId, lastNumber, limits.questionMessages],
      }),
    ]);
    return { lastNumber, question: question ?? null, replies: replies.rows };
  }
}
