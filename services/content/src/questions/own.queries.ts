import { type contentRpc, limits, type OwnWords, Refusal, type RpcOutput } from '@hearsay/contracts';
import type pg from 'pg';
import { isAnswered, isHiding, isMine, isSeen, isThere } from '../visibility.js';
import type { QuestionQueries } from './question.queries.js';

type OwnPage = RpcOutput<typeof contentRpc.ownOnPage>;

const replyWords = 'r.id, case when greatest(r.threshold, q.threshold) > 0 then text.words end as words';

/** Reads which content is the viewer's own, and its locked words. The gateway adds both to the visitor's form. */
export class OwnQueries {
  constructor(
    private readonly pool: pg.Pool,
    private readonly queries: QuestionQueries,
  ) {}

  /** Only the viewer's own questions. `words` is the description, or null if the question has no threshold. */
  async questions(ids: readonly string[], viewer: string | null): Promise<OwnWords[]> {
    if (viewer === null || ids.length === 0) return [];
    const found = await this.pool.query<OwnWords>({
      name: 'own-questions',
      text: `select q.id, case when q.threshold > 0 then description.words end as words
             from questions q left join texts description on description.id = q.description_text_id
             where q.id = any($2) and ${isMine('q')} and ${isThere('q')}`,
      values: [await this.queries.marksOf(viewer), ids],
    });
    return found.rows;
  }

  /** Only the viewer's own replies. `words` is null if no threshold applies to the reply. */
  async replies(ids: readonly string[], viewer: string | null): Promise<OwnWords[]> {
    if (viewer === null || ids.length === 0) return [];
    const found = await this.pool.query<OwnWords>({
      name: 'own-replies',
      text: `select ${replyWords}
             from replies r join questions q on q.id = r.question_id left join texts text on text.id = r.text_id
             where r.id = any($2) and ${isMine('r')} and ${isThere('r')}`,
      values: [await this.queries.marksOf(viewer), ids],
    });
    return found.rows;
  }

  /** @throws Refusal `not_found` */
  async ownWordsOnPage(questionId: string, viewer: string | null): Promise<OwnPage> {
    const marks = await this.queries.marksOf(viewer);
    type Head = Omit<OwnPage, 'question' | 'replies' | 'pinnedReply'> & { readonly pinnedReplyId: string | null };
    const found = await this.pool.query<Head>(
      `select q.last_number as "lastNumber", q.approval = 'open' as "isApproved", ${isHiding} as "isHiding", q.pinned_reply_id as "pinnedReplyId",
         ${isAnswered('q')} as "isAnswered"
       from questions q where q.id = $2 and ${isSeen('q')}`,
      [marks, questionId],
    );
    const [head] = found.rows;
    if (!head) throw new Refusal('not_found');
    const { pinnedReplyId, ...page } = head;
    if (viewer === null) return { ...page, question: null, replies: [], pinnedReply: null };
    const [[question], replies, [pinnedReply]] = await Promise.all([
      this.questions([questionId], viewer),
      this.pool.query<OwnWords>({
        name: 'own-newest-replies',
        text: `select ${replyWords}
               from (select * from replies r where question_id = $2 and number <= $3 and ${isThere('r')} order by number desc limit $4) r
               join questions q on q.id = r.question_id
               left join texts text on text.id = r.text_id
               where ${isMine('r')}`,
        values: [marks, questionId, page.lastNumber, limits.questionReplies],
      }),
      pinnedReplyId === null ? [] : this.replies([pinnedReplyId], viewer),
    ]);
    return { ...page, question: question ?? null, replies: replies.rows, pinnedReply: pinnedReply ?? null };
  }
}
