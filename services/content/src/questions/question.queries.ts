import {
  type BoostTarget,
  type ContentLocation,
  type ContentRef,
  limits,
  type Owner,
  type QuestionView,
  Refusal,
  type ReplyView,
} from '@hearsay/contracts';
import { effectiveThreshold, isOpen } from '@hearsay/game-rules';
import type { SealedAuthors } from '@hearsay/service-runtime';
import type pg from 'pg';
import { fittingAnswer } from '../answer-size.js';

interface QuestionRow {
  readonly id: string;
  readonly owner: Owner;
  readonly is_anonymous: boolean;
  readonly allow_anonymous_answers: boolean;
  readonly threshold: number;
  readonly latched: number;
  readonly last_number: number;
  readonly reply_count: number;
  readonly created_at: Date;
  readonly title: string;
  readonly description: string | null;
  readonly is_mine: boolean;
}

interface ReplyRow {
  readonly id: string;
  readonly question_id: string;
  readonly number: number;
  readonly owner: Owner;
  readonly is_anonymous: boolean;
  readonly parent_reply_id: string | null;
  readonly threshold: number;
  readonly question_threshold: number;
  readonly latched: number;
  readonly created_at: Date;
  readonly words: string | null;
  readonly is_mine: boolean;
}

/*
 * Locked words are withheld by the database itself: they leave it only for their author. $1 = the viewer's account and their tag,
 * by which an anonymous author finds their own; null for a visitor.
 */
export const isMine = (table: 'q' | 'r') =>
  `coalesce(${table}.owner ->> 'accountId' = ($1::text[])[1] or ${table}.owner_tag = ($1::text[])[2], false)`;

const questionColumns = `
  q.id, q.owner, q.is_anonymous, q.allow_anonymous_answers, q.threshold, q.latched, q.last_number, q.reply_count, q.created_at,
  title.words as title, mine.yes as is_mine,
  case when q.threshold <= q.latched or mine.yes then description.words end as description`;
const questionTables = `questions q
  join texts title on title.id = q.title_text_id
  left join texts description on description.id = q.description_text_id
  cross join lateral (select ${isMine('q')} as yes) as mine`;

const replyColumns = `
  r.id, r.question_id, r.number, r.owner, r.is_anonymous, r.parent_reply_id, r.threshold, q.threshold as question_threshold, q.latched,
  r.created_at, mine.yes as is_mine,
  case when (case when r.threshold > 0 then r.threshold else q.threshold end) <= q.latched or mine.yes then text.words end as words`;
const replyTables = `replies r
  join questions q on q.id = r.question_id
  left join texts text on text.id = r.text_id
  cross join lateral (select ${isMine('r')} as yes) as mine`;

const questionView = (row: QuestionRow): QuestionView => ({
  id: row.id,
  title: row.title,
  description: row.description,
  authorId: row.owner.accountId,
  isAnonymous: row.is_anonymous,
  allowAnonymousAnswers: row.allow_anonymous_answers,
  replyBoostThreshold: row.threshold,
  isRevealed: isOpen(row.latched, row.threshold),
  replyCount: row.reply_count,
  isMine: row.is_mine,
  lastNumber: row.last_number,
  createdAt: row.created_at.toISOString(),
});

const replyView = (row: ReplyRow): ReplyView => {
  const boostThreshold = effectiveThreshold(row.threshold, row.question_threshold);
  return {
    id: row.id,
    questionId: row.question_id,
    number: row.number,
    authorId: row.owner.accountId,
    content: row.words,
    mediaType: 'text',
    isAnonymous: row.is_anonymous,
    parentReplyId: row.parent_reply_id,
    boostThreshold,
    isRevealed: isOpen(row.latched, boostThreshold),
    isMine: row.is_mine,
    createdAt: row.created_at.toISOString(),
  };
};

/** Replies, oldest first. `isCut`: the answer had no room for older ones that were asked for. */
interface NewestDiscussions {
  readonly replies: ReplyView[];
  readonly isCut: boolean;
}

/** Reads of questions and replies, each as one viewer (account id or null) may see it. */
export class QuestionQueries {
  constructor(
    private readonly pool: pg.Pool,
    private readonly authors: SealedAuthors,
  ) {}

  /** Questions in the order of `ids`; unknown ones are missing. */
  async questions(ids: readonly string[], viewer: string | null): Promise<QuestionView[]> {
    if (ids.length === 0) return [];
    const found = await this.pool.query<QuestionRow>({
      name: 'questions-by-id',
      text: `select ${questionColumns} from ${questionTables} where q.id = any($2)`,
      values: [this.marksOf(viewer), ids],
    });
    const byId = new Map(found.rows.map((row) => [row.id, questionView(row)]));
    return ids.map((id) => byId.get(id)).filter((question) => question !== undefined);
  }

  /** @throws Refusal `not_found` */
  async question(id: string, viewer: string | null): Promise<QuestionView> {
    const [question] = await this.questions([id], viewer);
    if (!question) throw new Refusal('not_found');
    return question;
  }

  /** A question with its newest 200 replies, oldest first. @throws Refusal `not_found` */
  async page(questionId: string, viewer: string | null): Promise<{ question: QuestionView } & NewestDiscussions> {
    const question = await this.question(questionId, viewer);
    // Not above the number that the question was read with: a client joins with it and gets everything after.
    return { question, ...(await this.#newest(questionId, question.lastNumber + 1, limits.questionMessages, viewer)) };
  }

  /** The newest `limit` replies with a number below `before`, oldest first. @throws Refusal `not_found` */
  async repliesBefore(questionId: string, before: number, limit: number, viewer: string | null): Promise<NewestDiscussions> {
    const exists = await this.pool.query('select 1 from questions where id = $1', [questionId]);
    if (exists.rows.length === 0) throw new Refusal('not_found');
    return this.#newest(questionId, before, limit, viewer);
  }

  /** The replies in a room with `after` < number <= `upTo`, in order. */
  async repliesBetween(questionId: string, after: number, upTo: number, viewer: string | null): Promise<ReplyView[]> {
    const found = await this.pool.query<ReplyRow>({
      name: 'replies-between',
      text: `select ${replyColumns} from ${replyTables} where r.question_id = $2 and r.number > $3 and r.number <= $4 order by r.number`,
      values: [this.marksOf(viewer), questionId, after, upTo],
    });
    return found.rows.map(replyView);
  }

  /** @throws Refusal `not_found` */
  async reply(id: string, viewer: string | null): Promise<{ reply: ReplyView; parentTitle: string }> {
    const found = await this.pool.query<ReplyRow & { title: string }>(
      `select ${replyColumns}, title.words as title from ${replyTables} join texts title on title.id = q.title_text_id where r.id = $2`,
      [this.marksOf(viewer), id],
    );
    const row = found.rows[0];
    if (!row) throw new Refusal('not_found');
    return { reply: replyView(row), parentTitle: row.title };
  }

  async locate(id: string): Promise<ContentLocation | null> {
    const found = await this.pool.query<ContentLocation>(
      `select 'question' as "contentType", id, id as "questionId" from questions where id = $1
       union all select 'discussion', id, question_id from replies where id = $1`,
      [id],
    );
    return found.rows[0] ?? null;
  }

  /** Those that do not exist are missing. */
  async titles(questionIds: readonly string[]): Promise<{ questionId: string; title: string }[]> {
    const found = await this.pool.query<{ questionId: string; title: string }>({
      name: 'titles',
      text: 'select q.id as "questionId", title.words as title from questions q join texts title on title.id = q.title_text_id where q.id = any($1)',
      values: [questionIds],
    });
    return found.rows;
  }

  /** Whose reply it is, and under which question it stands. */
  async replyOwner(id: string): Promise<{ questionId: string; owner: Owner } | null> {
    const found = await this.pool.query<{ questionId: string; owner: Owner }>(
      'select question_id as "questionId", owner from replies where id = $1',
      [id],
    );
    return found.rows[0] ?? null;
  }

  /** What of the items can be boosted; the others do not exist. */
  async boostTargets(items: readonly ContentRef[]): Promise<BoostTarget[]> {
    const idsOf = (type: ContentRef['contentType']) =>
      items.filter(({ contentType }) => contentType === type).map(({ contentId }) => contentId);
    const found = await this.pool.query<BoostTarget & { threshold: number }>({
      name: 'boost-targets',
      text: `select 'question' as "contentType", id as "contentId", id as "questionId", owner, threshold from questions where id = any($1)
             union all
             select 'discussion', id, question_id, owner, 0 from replies where id = any($2)`,
      values: [idsOf('question'), idsOf('discussion')],
    });
    return found.rows.map(({ threshold, ...target }) => ({ ...target, thresholds: threshold > 0 ? [threshold] : [] }));
  }

  /** What marks a viewer's own posts: the account on named ones, the tag on anonymous ones. */
  marksOf(viewer: string | null): string[] | null {
    return viewer === null ? null : [viewer, this.authors.tagOf(viewer)];
  }

  async #newest(questionId: string, before: number, limit: number, viewer: string | null): Promise<NewestDiscussions> {
    const found = await this.pool.query<ReplyRow>({
      name: 'newest-replies',
      text: `select ${replyColumns} from ${replyTables} where r.question_id = $2 and r.number < $3 order by r.number desc limit $4`,
      values: [this.marksOf(viewer), questionId, before, limit],
    });
    const newest = found.rows.map(replyView);
    const kept = fittingAnswer(newest, ({ content }) => content);
    return { replies: kept.reverse(), isCut: kept.length < newest.length };
  }
}
