import {
  type ContentLocation,
  limits,
  type Mutes,
  noMutes,
  type Owner,
  type QuestionView,
  Refusal,
  type ReplyView,
} from '@hearsay/contracts';
import { pageByTime, viewsWithinAnswer } from '@hearsay/service-runtime';
import type pg from 'pg';
import type { Authorship } from '../authors/authorship.js';
import { wordsOf } from '../texts.js';
import { isEpisodeThere, isHeld, isHiding, isMine, isSeen, isThere } from '../visibility.js';
import { type NewestReplies, ReplyQueries } from './reply.queries.js';

type QuestionRow = QuestionView & { readonly isHiding: boolean };

const questionColumns = `
  q.id, title.words as title, q.owner ->> 'accountId' as "authorId", q.is_anonymous as "isAnonymous",
  q.allow_anonymous_answers as "allowAnonymousAnswers", q.threshold as "replyBoostThreshold", q.threshold <= q.latched as "isRevealed",
  q.reply_count as "replyCount", mine.yes as "isMine", q.is_edited as "isEdited", q.target_id as "targetId",
  q.approval = 'open' as "isApproved", q.approved_at as "approvedAt", q.last_number as "lastNumber", q.created_at as "createdAt", ${isHiding} as "isHiding",
  (select r.id from replies r where r.id = q.pinned_reply_id and ${isThere('r')}) as "pinnedReplyId",
  q.description_text_id is not null as "hasDescription", opened.revealed_at as "openedAt", opened.reveal_count as "openedBoosts",
  q.lock_until as "lockUntil", q.if_not_reached as "ifNotReached",
  case when q.threshold <= q.latched or mine.yes then description.words end as description`;
const questionTables = `questions q
  join texts title on title.id = q.title_text_id
  left join texts description on description.id = q.description_text_id
  cross join lateral (select ${isMine('q')} as yes) as mine
  left join lateral (
    select v.revealed_at, v.reveal_count from reveals v
    where v.question_id = q.id and v.threshold >= q.threshold and v.number > q.lowered_number and (q.threshold > 0 or q.lowered_number > 0)
    order by v.number limit 1
  ) as opened on true`;

const questionView = ({ isHiding: _, ...view }: QuestionRow): QuestionView => view;

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

  /**
   * Questions as a visitor sees them. If `isHiding` is true, a hiding was running during the read, and the result must
   * not be cached.
   */
  async visitorsViews(ids: readonly string[]): Promise<{ questions: QuestionView[]; isHiding: boolean }> {
    const rows = await this.#rows(ids, null);
    return { questions: rows.map(questionView), isHiding: rows.some((row) => row.isHiding) };
  }

  async #rows(ids: readonly string[], viewer: string | null): Promise<QuestionRow[]> {
    if (ids.length === 0) return [];
    const found = await this.pool.query<QuestionRow>({
      name: 'questions-by-id',
      // With `any($2)`, PostgreSQL would plan the joins again for each call.
      text: `select ${questionColumns} from ${questionTables} where q.id = any(array(select unnest($2::uuid[]))) and ${isSeen('q')}`,
      values: [await this.marksOf(viewer), ids],
    });
    const byId = new Map(found.rows.map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
  }

  /** Reads a question that is not removed, even if the viewer cannot see it. @throws Refusal `not_found` */
  async existing(id: string, viewer: string | null): Promise<QuestionView> {
    const [question] = await this.#where(`q.id = $2 and ${isThere('q')}`, viewer, [id]);
    if (!question) throw new Refusal('not_found');
    return question;
  }

  /**
   * Reads a question for a repeated call of its author, even if the question is removed. @throws Refusal `not_found` if
   * the words are erased
   */
  async written(id: string, author: string | null): Promise<QuestionView> {
    const [question] = await this.#where('q.id = $2', author, [id]);
    if (!question) throw new Refusal('not_found');
    return question;
  }

  /**
   * A page of the target's pending questions, newest first, as many as fit into a message. It has all questions of its
   * last instant. With `isFiltered`, returns only questions that a word rule holds, and otherwise only the others.
   */
  async pending(target: string, before: string | null, isFiltered: boolean): Promise<QuestionView[]> {
    const newest = await this.#where(
      `q.target_id = $2 and q.approval = 'pending' and q.created_at < coalesce($3::timestamptz, 'infinity') and ${isThere('q')}
       and ${isFiltered ? '' : 'not '}${isHeld}
       order by q.created_at desc fetch first ($4) rows with ties`,
      target,
      [target, before, limits.pendingQuestions],
    );
    const fitting = viewsWithinAnswer(newest, wordsOf);
    return fitting.length < newest.length ? pageByTime(newest, fitting.length, ({ createdAt }) => createdAt) : newest;
  }

  /** Ids of at most `most` signed pending questions. Leaves out anonymous ones. */
  async pendingOf(target: string, asker: string, most: number): Promise<string[]> {
    const { rows } = await this.pool.query<{ id: string }>(
      `select q.id from questions q
       where q.target_id = $1 and q.approval = 'pending' and q.owner ->> 'accountId' = $2 and ${isThere('q')} limit $3`,
      [target, asker, most],
    );
    return rows.map(({ id }) => id);
  }

  /** Named and anonymous questions of the account, newest first. */
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

  /** The newest signed question that is approved or needed no approval. Null without any. */
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

  /** A question, its newest 200 replies, oldest first, and its pinned reply. @throws Refusal `not_found` */
  async page(
    questionId: string,
    viewer: string | null,
    { people }: Mutes = noMutes,
  ): Promise<{ question: QuestionView; pinnedReply: ReplyView | null } & NewestReplies> {
    const [row] = await this.#rows([questionId], viewer);
    if (!row) throw new Refusal('not_found');
    const question = questionView(row);
    const { pinnedReplyId } = question;
    const [newest, pinned] = await Promise.all([
      // Leaves out replies above `lastNumber`. Clients join the room at this number and get later entries there.
      this.replies.newest(questionId, question.lastNumber + 1, limits.questionReplies, viewer, people),
      pinnedReplyId === null ? [] : this.replies.byId([pinnedReplyId], viewer),
    ]);
    const pinnedReply = pinned[0] ?? null;
    const isPinnedMuted = pinnedReply?.authorId != null && people.includes(pinnedReply.authorId);
    // A hiding may begin or end between these statements, so each statement reports whether one is running. If the
    // pinned reply is missing, a hiding began after the first statement.
    const isHiding = row.isHiding || newest.isHiding || (pinnedReplyId !== null && !pinnedReply);
    return { question, ...newest, pinnedReply: isPinnedMuted ? null : pinnedReply, isHiding };
  }

  /** The last `limit` replies with a number below `before`, oldest first. @throws Refusal `not_found` */
  async repliesBefore(
    questionId: string,
    before: number,
    limit: number,
    viewer: string | null,
    { people }: Mutes = noMutes,
  ): Promise<NewestReplies> {
    await this.mustSee(questionId, viewer);
    return this.replies.newest(questionId, before, limit, viewer, people);
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

  /** Also finds a removed reply of a question that the viewer sees. */
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

  /** The replies with these ids, in the given order. Leaves out replies that the viewer may not see. */
  async repliesWithTitles(
    ids: readonly string[],
    viewer: string | null,
  ): Promise<{ reply: ReplyView; parentTitle: string }[]> {
    const replies = await this.replies.byId(ids, viewer);
    const titles = await this.titles([...new Set(replies.map(({ questionId }) => questionId))], viewer);
    const titleOf = new Map(titles.map(({ questionId, title }) => [questionId, title]));
    const replyOf = new Map(replies.map((reply) => [reply.id, reply]));
    return ids.flatMap((id) => {
      const reply = replyOf.get(id);
      const parentTitle = reply && titleOf.get(reply.questionId);
      return !reply || parentTitle === undefined ? [] : [{ reply, parentTitle }];
    });
  }

  /** @throws Refusal `not_found` */
  async replyWithTitle(id: string, viewer: string | null): Promise<{ reply: ReplyView; parentTitle: string }> {
    const [found] = await this.repliesWithTitles([id], viewer);
    if (!found) throw new Refusal('not_found');
    return found;
  }

  /** Also for removed questions. Null for an unknown id. */
  async questionOwner(id: string): Promise<{ owner: Owner; targetId: string | null } | null> {
    const found = await this.pool.query<{ owner: Owner; targetId: string | null }>({
      name: 'question-owner',
      text: 'select owner, target_id as "targetId" from questions where id = $1',
      values: [id],
    });
    return found.rows[0] ?? null;
  }

  /** The keys by which statements recognize the viewer's posts. See `Authorship.ownerKeysOf`. */
  marksOf(viewer: string | null): Promise<(string | null)[] | null> {
    return this.authorship.ownerKeysOf(viewer);
  }
}
