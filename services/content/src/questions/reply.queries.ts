import { type Mutes, type Owner, Refusal, type ReplyView } from '@hearsay/contracts';
import { viewsWithinAnswer } from '@hearsay/service-runtime';
import type pg from 'pg';
import type { Authorship } from '../authors/authorship.js';
import { isHiding, isMine, isThere, isUnmuted, withoutMutes } from '../visibility.js';
import type { Question } from './question.sql.js';
import { type ReplyFacts, replyView } from './reply-view.js';

type ReplyRow = ReplyFacts & Pick<Question, 'latched'> & { readonly questionThreshold: number };

const replyColumns = `
  r.id, r.question_id as "questionId", r.number, r.owner, r.is_anonymous as "isAnonymous", r.parent_reply_id as "parentReplyId",
  r.threshold, q.threshold as "questionThreshold", q.latched, r.id is not distinct from q.pinned_reply_id as "isPinned",
  r.created_at as "createdAt", mine.yes as "isMine",
  case when (case when r.threshold > 0 then r.threshold else q.threshold end) <= q.latched or mine.yes then text.words end as words`;
const replyTables = `replies r
  join questions q on q.id = r.question_id
  left join texts text on text.id = r.text_id
  cross join lateral (select ${isMine('r')} as yes) as mine`;

const replyViewOf = (row: ReplyRow): ReplyView =>
  replyView(row, { threshold: row.questionThreshold, latched: row.latched });

/**
 * `isCut` is true if older replies did not fit into the message. `isHiding` is true if a hiding was running, so that
 * replies may be missing.
 */
export interface NewestReplies {
  readonly replies: ReplyView[];
  readonly isCut: boolean;
  readonly isHiding: boolean;
}

export class ReplyQueries {
  constructor(
    private readonly pool: pg.Pool,
    private readonly authorship: Authorship,
  ) {}

  /** In any order, without unknown, removed and hidden replies. */
  async byId(ids: readonly string[], viewer: string | null): Promise<ReplyView[]> {
    const found = await this.pool.query<ReplyRow>({
      name: 'replies-by-id',
      // With `any($2)`, PostgreSQL would plan the joins again for each call.
      text: `select ${replyColumns} from ${replyTables} where r.id = any(array(select unnest($2::uuid[]))) and ${isThere('r')}`,
      values: [await this.authorship.ownerKeysOf(viewer), ids],
    });
    return found.rows.map(replyViewOf);
  }

  /** Reads a reply for a repeated call of its author, even a removed reply. @throws Refusal `not_found` */
  async written(id: string, author: string): Promise<ReplyView> {
    const found = await this.pool.query<ReplyRow>({
      name: 'written-reply',
      text: `select ${replyColumns} from ${replyTables} where r.id = $2`,
      values: [await this.authorship.ownerKeysOf(author), id],
    });
    const row = found.rows[0];
    if (!row) throw new Refusal('not_found');
    return replyViewOf(row);
  }

  /** Replies with `after` < number <= `upTo`, by number. `reply` is null for a removed or hidden reply. */
  async between(
    questionId: string,
    after: number,
    upTo: number,
    viewer: string | null,
  ): Promise<{ id: string; number: number; reply: ReplyView | null; isHiding: boolean }[]> {
    const found = await this.pool.query<ReplyRow & { isThere: boolean; isHiding: boolean }>({
      name: 'replies-between',
      text: `select ${replyColumns}, ${isThere('r')} as "isThere", ${isHiding} as "isHiding" from ${replyTables}
             where r.question_id = $2 and r.number > $3 and r.number <= $4 order by r.number`,
      values: [await this.authorship.ownerKeysOf(viewer), questionId, after, upTo],
    });
    return found.rows.map((row) => {
      const { id, number, isThere, isHiding } = row;
      return { id, number, reply: isThere ? replyViewOf(row) : null, isHiding };
    });
  }

  async owner(id: string): Promise<{ questionId: string; owner: Owner; isThere: boolean } | null> {
    const found = await this.pool.query<{ questionId: string; owner: Owner; isThere: boolean }>({
      name: 'reply-owner',
      text: `select r.question_id as "questionId", r.owner, ${isThere('r')} as "isThere" from replies r where r.id = $1`,
      values: [id],
    });
    return found.rows[0] ?? null;
  }

  /** The last replies below the number `before`, by number. Leaves out signed replies of `mutedPeople`. */
  async newest(
    questionId: string,
    before: number,
    limit: number,
    viewer: string | null,
    mutedPeople: Mutes['people'],
  ): Promise<NewestReplies> {
    const found = await this.pool.query<(ReplyRow | { readonly id: null }) & { readonly isHiding: boolean }>({
      name: 'newest-replies',
      text: `select newest.*, now."isHiding" from (select ${isHiding} as "isHiding") as now
             left join (
               select ${replyColumns} from ${replyTables} where r.question_id = $2 and r.number < $3 and ${isThere('r')}
                 and ${isUnmuted.reply({ ...withoutMutes, people: '$5' })}
               order by r.number desc limit $4
             ) as newest on true
             order by newest.number desc`,
      values: [await this.authorship.ownerKeysOf(viewer), questionId, before, limit, mutedPeople],
    });
    // Without replies, the result is one row that contains only `isHiding`.
    const newest = found.rows.flatMap((row) => (row.id === null ? [] : replyViewOf(row)));
    const kept = viewsWithinAnswer(newest, ({ content }) => content);
    const isHidingNow = found.rows.some((row) => row.isHiding);
    return { replies: kept.reverse(), isCut: kept.length < newest.length, isHiding: isHidingNow };
  }
}
