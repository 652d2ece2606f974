import {
  type ContentLocation,
  limits,
  type Owner,
  type QuestionView,
  Refusal,
  type ReplyView,
} from '@hearsay/contracts';
import { isOpen } from '@hearsay/game-rules';
import { fittingAnswer, pageByTime } from '@hearsay/service-runtime';
import type pg from 'pg';
import type { Authorship } from '../authors/authorship.js';
import { isEpisodeThere, isHiding, isMine, isSeen, isThere } from '../visibility.js';
import type { Approval } from './question.sql.js';
import { type NewestReplies, ReplyQueries } from './reply.queries.js';

interface QuestionRow {
  readonly id: string;
  readonly owner: Owner;
  readonly is_anonymous: boolean;
  readonly allow_anonymous_answers: boolean;
  readonly threshold: number;
  readonly latched: number;
  readonly last_number: number;
  readonly reply_count: number;
  readonly target_id: string | null;
  readonly approval: Approval;
  readonly pinned_reply_id: string | null;
  readonly is_edited: boolean;
  readonly created_at: Date;
  readonly title: string;
  readonly description: string | null;
  readonly is_mine: boolean;
  readonly is_hiding: boolean;
}

const questionColumns = `
  q.id, q.owner, q.is_anonymous, q.allow_anonymous_answers, q.threshold, q.latched, q.last_number, q.reply_count, q.target_id, q.approval,
  q.is_edited, q.created_at, title.words as title, mine.yes as is_mine,
  ${isHiding} as is_hiding,
  (select r.id from replies r where r.id = q.pinned_reply_id and ${isThere('r')}) as pinned_reply_id,
  case when q.threshold <= q.latched or mine.yes then description.words end as description`;
const questionTables = `questions q
  join texts title on title.id = q.title_text_id
  left join texts description on description.id = q.description_text_id
  cross join lateral (select ${isMine('q')} as yes) as mine`;

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
  isEdited: row.is_edited,
  targetId: row.target_id,
  isApproved: row.approval === 'open',
  pinnedReplyId: row.pinned_reply_id,
  lastNumber: row.last_number,
  createdAt: row.created_at.toISOString(),
});

export class QuestionQueries {
  readonly replies: ReplyQueries;

  constructor(
    private readonly pool: pg.Pool,
    private readonly authorship: Authorship,
  ) {
    this.replies = new ReplyQueries(pool, authorship);
  }

  async questions(ids: readonly string[], viewer: string | null): Promise<QuestionView[]> {
    return (await this.#rows(ids, viewer)).map(questionView);
  }

  /** The visitor's form. `isHiding`: a hiding is running, so a pinned reply may be missing. */
  async visitorsViews(ids: readonly string[]): Promise<{ questions: QuestionView[]; isHiding: boolean }> {
    const rows = await this.#rows(ids, null);
    return { questions: rows.map(questionView), isHiding: rows.some((row) => row.is_hiding) };
  }

  async #rows(ids: readonly string[], viewer: string | null): Promise<QuestionRow[]> {
    if (ids.length === 0) return [];
    const found = await this.pool.query<QuestionRow>({
      name: 'questions-by-id',
      text: `select ${questionColumns} from ${questionTables} where q.id = any($2) and ${isSeen('q')}`,
      values: [await this.marksOf(viewer), ids],
    });
    const byId = new Map(found.rows.map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
  }

  /** Also if this viewer cannot see it. @throws Refusal `not_found` */
  async standing(id: string, viewer: string | null): Promise<QuestionView> {
    const [question] = await this.#where(`q.id = $2 and ${isThere('q')}`, viewer, [id]);
    if (!question) throw new Refusal('not_found');
    return question;
  }

  /** A repeat of the call that wrote it also reads removed words. @throws Refusal `not_found` when they are erased */
  async written(id: string, author: string | null): Promise<QuestionView> {
    const [question] = await this.#where('q.id = $2', author, [id]);
    if (!question) throw new Refusal('not_found');
    return question;
  }

  /** Newest first: as many as fit into an answer, with all of the last instant. */
  async pending(target: string, before: string | null): Promise<QuestionView[]> {
    const newest = await this.#where(
      `q.target_id = $2 and q.approval = 'pending' and q.created_at < coalesce($3::timestamptz, 'infinity') and ${isThere('q')}
       order by q.created_at desc fetch first ($4) rows with ties`,
      target,
      [target, before, limits.pendingQuestions],
    );
    const fitting = fittingAnswer(newest, ({ title, description }) => title + (description ?? ''));
    return fitting.length < newest.length ? pageByTime(newest, fitting.length, ({ createdAt }) => createdAt) : newest;
  }

  async pendingOf(target: string, asker: string, most: number): Promise<string[]> {
    const { rows } = await this.pool.query<{ id: string }>(
      `select q.id from questions q
       where q.target_id = $1 and q.approval = 'pending' and q.owner ->> 'accountId' = $2 and ${isThere('q')} limit $3`,
      [target, asker, most],
    );
    return rows.map(({ id }) => id);
  }

  async ownPage(account: string, before: string | null): Promise<QuestionView[]> {
    const older = `q.created_at < coalesce($3::timestamptz, 'infinity') and ${isThere('q')}
      order by q.created_at desc fetch first ($4) rows with ties`;
    const page = limits.ownContentPage;
    const [named, anonymous] = await Promise.all([
      this.#where(`q.owner ->> 'accountId' = $2 and ${older}`, account, [account, before, page]),
      this.#where(`q.owner_tag = $2 and ${older}`, account, [await this.authorship.tagOf(account), before, page]),
    ]);
    const merged = [...named, ...anonymous].sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
    return pageByTime(merged, page, ({ createdAt }) => createdAt);
  }

  async recent(account: string, viewer: string | null): Promise<QuestionView | null> {
    const [question] = await this.#where(
      `q.owner ->> 'accountId' = $2 and q.approval = 'open' and ${isThere('q')} order by q.created_at desc, q.id desc limit 1`,
      viewer,
      [account],
    );
    return question ?? null;
  }

  async #where(condition: string, viewer: string | null, values: readonly unknown[]): Promise<QuestionView[]> {
    const found = await this.pool.query<QuestionRow>(
      `select ${questionColumns} from ${questionTables} where ${condition}`,
      [await this.marksOf(viewer), ...values],
    );
    return found.rows.map(questionView);
  }

  /** @throws Refusal `not_found` */
  async question(id: string, viewer: string | null): Promise<QuestionView> {
    const [question] = await this.questions([id], viewer);
    if (!question) throw new Refusal('not_found');
    return question;
  }

  /** A question with its newest 200 replies, oldest first, and the pinned one. @throws Refusal `not_found` */
  async page(
    questionId: string,
    viewer: string | null,
  ): Promise<{ question: QuestionView; pinnedReply: ReplyView | null } & NewestReplies> {
    const [row] = await this.#rows([questionId], viewer);
    if (!row) throw new Refusal('not_found');
    const question = questionView(row);
    const { pinnedReplyId } = question;
    const [newest, pinned] = await Promise.all([
      // No replies above the question's number: clients join the room with it and get everything after.
      this.replies.newest(questionId, question.lastNumber + 1, limits.questionReplies, viewer),
      pinnedReplyId === null ? [] : this.replies.byId([pinnedReplyId], viewer),
    ]);
    const pinnedReply = pinned[0] ?? null;
    // A hiding may begin and be undone between these statements, so each reports it. The first one has seen the pin.
    const isHiding = row.is_hiding || newest.isHiding || (pinnedReplyId !== null && !pinnedReply);
    return { question, ...newest, pinnedReply, isHiding };
  }

  /** The newest `limit` replies with a number below `before`, oldest first. @throws Refusal `not_found` */
  async repliesBefore(
    questionId: string,
    before: number,
    limit: number,
    viewer: string | null,
  ): Promise<NewestReplies> {
    await this.mustSee(questionId, viewer);
    return this.replies.newest(questionId, before, limit, viewer);
  }

  /** @throws Refusal `not_found` if this viewer does not see the question */
  async mustSee(questionId: string, viewer: string | null): Promise<void> {
    const found = await this.pool.query({
      name: 'seen-question',
      text: `select 1 from questions q where q.id = $2 and ${isSeen('q')}`,
      values: [await this.marksOf(viewer), questionId],
    });
    if (found.rows.length === 0) throw new Refusal('not_found');
  }

  /** Also finds the question of a removed reply. */
  async locate(id: string, viewer: string | null): Promise<ContentLocation | null> {
    const found = await this.pool.query<ContentLocation>(
      `select 'question' as "contentType", q.id, q.id as "questionId" from questions q where q.id = $2 and ${isSeen('q')}
       union all select 'discussion', r.id, q.id from replies r join questions q on q.id = r.question_id where r.id = $2 and ${isSeen('q')}
       union all select 'podcast', p.id, null from podcasts p where p.id = $2 and ${isEpisodeThere}`,
      [await this.marksOf(viewer), id],
    );
    return found.rows[0] ?? null;
  }

  async titles(
    questionIds: readonly string[],
    viewer: string | null,
  ): Promise<{ questionId: string; title: string }[]> {
    const found = await this.pool.query<{ questionId: string; title: string }>({
      name: 'titles',
      text: `select q.id as "questionId", title.words as title from questions q join texts title on title.id = q.title_text_id
             where q.id = any($2) and ${isSeen('q')}`,
      values: [await this.marksOf(viewer), questionIds],
    });
    return found.rows;
  }

  async questionOwner(id: string): Promise<{ owner: Owner; targetId: string | null } | null> {
    const found = await this.pool.query<{ owner: Owner; targetId: string | null }>({
      name: 'question-owner',
      text: 'select owner, target_id as "targetId" from questions where id = $1',
      values: [id],
    });
    return found.rows[0] ?? null;
  }

  marksOf(viewer: string | null): Promise<(string | null)[] | null> {
    return this.authorship.marksOf(viewer);
  }
}
